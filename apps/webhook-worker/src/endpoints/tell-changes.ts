import { Messenger } from '@carillon/messaging';
import { BackgroundTask, Logger, Metrics, type RoundEnd } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Endpoints } from './endpoints';

/** How soon other processes' changes are published (milliseconds), and the latest time after a quiet period. */
const EVERY_MS = 500;
const IDLE_MS = 2_000;

/**
 * Publishes the events that the endpoints of a user want to other services, and notifies owners that one was disabled;
 * again after a crash.
 */
@Injectable()
export class TellChanges extends BackgroundTask {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly messenger: Messenger,
    log: Logger,
    metrics: Metrics,
  ) {
    super({ name: 'publishing changes of endpoints', everyMs: EVERY_MS, idleMs: IDLE_MS, log });
    const overview = () => endpoints.overview();
    metrics.readings('carillon_webhooks_failing', 'Endpoints that fail', [], async () => [
      { labels: {}, value: (await overview()).failing },
    ]);
    metrics.readings(
      'carillon_webhook_waiting_seconds',
      'Longest wait of an endpoint for a worker; 0: none waits',
      [],
      async () => [{ labels: {}, value: (await overview()).waitingSeconds }],
    );
  }

  async round(): Promise<RoundEnd> {
    const untold = await this.endpoints.untold();
    for (const endpoint of untold) {
      await this.messenger.publish('webhooks.changed', await this.endpoints.interestsOf(endpoint.userId));
      await this.endpoints.told(endpoint);
    }
    const untoldDisabled = await this.endpoints.untoldDisabled();
    for (const endpoint of untoldDisabled) {
      const { _id, userId, url, disabled } = endpoint;
      if (!disabled) continue;
      const told = { id: _id.toHexString(), userId: userId.toHexString(), url, reason: disabled.reason };
      await this.messenger.publish('webhook.disabled', { ...told, at: disabled.at.toISOString() });
      await this.endpoints.toldDisabled(_id, disabled.at);
    }
    return untold.length + untoldDisabled.length === 0 ? 'idle' : false;
  }
}
