import type { Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { StoreRelay, Logger, Metrics } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type EditedSender, Senders } from './senders';

type SenderEdit = Payload<'sender.edited'>;

/** Publishes edits of senders immediately, so that reports show edits while a campaign is being sent. */
@Injectable()
export class EditRelay extends StoreRelay<EditedSender, SenderEdit> {
  constructor(
    private readonly senders: Senders,
    messenger: Messenger,
    log: Logger,
    metrics: Metrics,
  ) {
    super(
      { entries: 'edits of senders', everyMs: 1_000, page: 100, atOnce: 16 },
      { messenger, log, metrics },
    );
  }

  protected pending(most: number): Promise<EditedSender[]> {
    return this.senders.pending(most);
  }

  protected entriesOf({ edits, ...edited }: EditedSender): SenderEdit[] {
    return edits.map(({ at, ...edit }) => ({ ...edited, ...edit, at: at.toISOString() }));
  }

  protected publish(edit: SenderEdit): Promise<void> {
    return this.messenger.publish('sender.edited', edit);
  }

  protected remove({ senderId }: EditedSender, published: readonly SenderEdit[]): Promise<void> {
    return this.senders.clearPending(
      senderId,
      published.map(({ id }) => id),
    );
  }

  protected override oldest(): Promise<Date | null> {
    return this.senders.oldestPending();
  }
}
