import { BackgroundLoop, Logger } from '@carillon/platform';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Endpoints } from '../endpoints';
import { Messages } from './messages';

const EVERY_MS = 1_000;
const SOME = 1_000;

/** Removes all that is stored for deleted endpoints, and then the endpoints. */
@Injectable()
export class RemoveDeleted implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly endpoints: Endpoints,
    private readonly messages: Messages,
    log: Logger,
  ) {
    const round = () => this.round();
    this.loop = new BackgroundLoop({ name: 'removing deleted endpoints', everyMs: EVERY_MS, round, log });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private async round(): Promise<boolean> {
    let more = false;
    for (const { _id } of await this.endpoints.deleted()) {
      if (await this.messages.removeSome(_id, SOME)) await this.endpoints.remove(_id);
      else more = true;
    }
    return more;
  }
}
