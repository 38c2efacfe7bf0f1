import { type Payload, deliveryId } from '@carillon/contracts';
import type { Fixture } from './fixture';

type Report = Payload<'delivery.reported'>;

/** A provider that calls back about what it took. */
export class CallingProvider {
  constructor(
    private readonly fixture: Fixture,
    private readonly integrationId: string,
  ) {}

  /** As the gateway would pass it on. */
  async report(
    batchId: string,
    i: number,
    state: Report['state'],
    more: Partial<Report> = {},
  ): Promise<void> {
    await this.fixture.others.messenger.publish('delivery.reported', {
      deliveryId: deliveryId(batchId, i),
      integrationId: this.integrationId,
      providerId: messageId(batchId, i),
      state,
      reason: null,
      permanent: false,
      providerCode: null,
      at: new Date().toISOString(),
      ...more,
    });
  }
}

/** What the provider calls the first message to a position. */
export function messageId(batchId: string, i: number): string {
  return `SM-${batchId}-${i}`;
}
