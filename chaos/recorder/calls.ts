import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryReported } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import type { Taken } from './provider-recorder';

const words: readonly DeliveryReported['state'][] = ['SENT', 'DELIVERED', 'READ'];
/** When the broker was away, it is called again after this (milliseconds). */
const AGAIN_MS = 200;

/** A provider's callbacks, as the gateway passes them on: each twice, at any moment up to so much later, in no order. */
export class Calls {
  private readonly underway: Promise<void>[] = [];

  constructor(
    private readonly messenger: Messenger,
    private readonly integrationId: string,
    /** Milliseconds. */
    private readonly latestMs: number,
  ) {}

  readonly about = (message: Taken): void => {
    for (const state of [...words, ...words]) this.underway.push(this.call(message, state));
  };

  /** Resolves when the broker has all of them. */
  async over(): Promise<void> {
    await Promise.all(this.underway);
  }

  private async call({ deliveryId, messageId }: Taken, state: DeliveryReported['state']): Promise<void> {
    await pause(Math.random() * this.latestMs);
    const about = { deliveryId, integrationId: this.integrationId, providerId: messageId };
    const said = { state, reason: null, permanent: false, providerCode: null };
    for (;;) {
      const at = new Date().toISOString();
      const isPassedOn = await this.messenger.publish('delivery.reported', { ...about, ...said, at }).then(
        () => true,
        () => false,
      );
      if (isPassedOn) return;
      await pause(AGAIN_MS);
    }
  }
}
