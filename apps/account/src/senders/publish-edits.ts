import { Injectable } from '@nestjs/common';
import { Messenger } from '@carillon/messaging';
import { BackgroundTask, Logger, Metrics } from '@carillon/platform';
import { Senders } from './senders';

const PAGE = 100;

/** Publishes the outbox of senders, at once when one is edited: reports tell of edits while a campaign goes out. */
@Injectable()
export class PublishEdits extends BackgroundTask {
  constructor(
    private readonly senders: Senders,
    private readonly messenger: Messenger,
    log: Logger,
    metrics: Metrics,
  ) {
    super({ name: 'publishing edits of senders', everyMs: 1_000, stopsLate: true, log });
    metrics.outboxAge(() => senders.oldestPending());
  }

  /** Removes each edit once the broker has it; may publish twice. Returns true if there may be more. */
  async round(): Promise<boolean> {
    const pending = await this.senders.pending(PAGE);
    for (const { edits, ...edited } of pending) {
      for (const { at, ...edit } of edits) {
        await this.messenger.publish('sender.edited', { ...edited, ...edit, at: at.toISOString() });
      }
      const ids = edits.map(({ id }) => id);
      await this.senders.clearPending(edited.senderId, ids);
    }
    return pending.length === PAGE;
  }
}
