import { type Payload, deliveryId } from '@carillon/contracts';
import type { Fixture } from './fixture';

type Report = Payload<'delivery.reported'>;

/** A provider that reports on accepted messages. */
export class CallingProvider {
  constructor(
    private readonly fixture: Fixture,
    private readonly senderId: string,
  ) {}

  /** Publishes a report as the gateway would. */
  async report(
    batchId: string,
    i: number,
    state: Report['state'],
    more: Partial<Report> = {},
  ): Promise<void> {
    await this.fixture.others.messenger.publish('delivery.reported', {
      deliveryId: deliveryId(batchId, i),
      senderId: this.senderId,
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

/** The provider's ID of the first message to a position. */
export function messageId(batchId: string, i: number): string {
  return `SM-${batchId}-${i}`;
}
