import { Injectable } from '@nestjs/common';
import { Messenger } from '@carillon/messaging';
import { BackgroundTask, Logger, Metrics } from '@carillon/platform';
import { Integrations } from './integrations';

const PAGE = 100;

/** Publishes the outbox of integrations immediately after an edit, because reports of running campaigns show edits. */
@Injectable()
export class TellEdits extends BackgroundTask {
  constructor(
    private readonly integrations: Integrations,
    private readonly messenger: Messenger,
    log: Logger,
    metrics: Metrics,
  ) {
    super({ name: 'publishing edits of integrations', everyMs: 1_000, stopsLate: true, log });
    metrics.outboxAge(() => integrations.oldestPending());
  }

  /** Removes each edit once the broker has it; may publish twice. Returns true if there may be more. */
  async round(): Promise<boolean> {
    const pending = await this.integrations.pending(PAGE);
    for (const { edits, ...edited } of pending) {
      for (const { at, ...edit } of edits) {
        await this.messenger.publish('integration.edited', { ...edited, ...edit, at: at.toISOString() });
      }
      const ids = edits.map(({ id }) => id);
      await this.integrations.clearPending(edited.integrationId, ids);
    }
    return pending.length === PAGE;
  }
}
