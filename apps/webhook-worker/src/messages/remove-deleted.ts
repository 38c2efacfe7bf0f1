import { BackgroundTask, Logger, QUIET_PAUSE_MS, type RoundEnd } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { EndpointOutbox } from '../endpoints';
import { Messages } from './messages';

const EVERY_MS = 1_000;
const SOME = 1_000;

/** Removes all data of deleted endpoints, and then the endpoints. */
@Injectable()
export class RemoveDeleted extends BackgroundTask {
  constructor(
    private readonly outbox: EndpointOutbox,
    private readonly messages: Messages,
    log: Logger,
  ) {
    super({ name: 'removing deleted endpoints', everyMs: EVERY_MS, quietMs: QUIET_PAUSE_MS, log });
  }

  async round(): Promise<RoundEnd> {
    const deleted = await this.outbox.deleted();
    if (deleted.length === 0) return 'idle';
    let more = false;
    for (const { _id } of deleted) {
      if (await this.messages.removeSome(_id, SOME)) await this.outbox.remove(_id);
      else more = true;
    }
    return more;
  }
}
