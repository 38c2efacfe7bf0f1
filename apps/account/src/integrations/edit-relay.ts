import type { Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Logger, Metrics, StoreRelay } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type EditedIntegration, Integrations } from './integrations';

type IntegrationEdit = Payload<'integration.edited'>;

/** Publishes edits of integrations, at once when one is edited: reports show edits while a campaign is being sent. */
@Injectable()
export class EditRelay extends StoreRelay<EditedIntegration, IntegrationEdit> {
  constructor(
    private readonly integrations: Integrations,
    messenger: Messenger,
    log: Logger,
    metrics: Metrics,
  ) {
    super(
      { entries: 'edits of integrations', everyMs: 1_000, page: 100, atOnce: 16 },
      { messenger, log, metrics },
    );
  }

  protected pending(most: number): Promise<EditedIntegration[]> {
    return this.integrations.pending(most);
  }

  protected entriesOf({ edits, ...edited }: EditedIntegration): IntegrationEdit[] {
    return edits.map(({ at, ...edit }) => ({ ...edited, ...edit, at: at.toISOString() }));
  }

  protected publish(edit: IntegrationEdit): Promise<void> {
    return this.messenger.publish('integration.edited', edit);
  }

  protected remove(
    { integrationId }: EditedIntegration,
    published: readonly IntegrationEdit[],
  ): Promise<void> {
    return this.integrations.clearPending(
      integrationId,
      published.map(({ id }) => id),
    );
  }

  protected override oldest(): Promise<Date | null> {
    return this.integrations.oldestPending();
  }
}
