import { isDeepStrictEqual } from 'node:util';
import { Messenger } from '@carillon/messaging';
import { BackgroundLoop, Logger, Metrics, type RoundEnd } from '@carillon/platform';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { webhookSecretContext } from '@carillon/contracts';
import { type WebhookWorkerConfig, vaultOf, webhookWorkerConfig } from '../config';
import type { EndpointDocument } from './endpoint-record';
import { Endpoints } from './endpoints';

/** How soon another process's changes are told of (milliseconds), and at the latest, after a quiet time. */
const EVERY_MS = 500;
const IDLE_MS = 2_000;

/** Tells other services what the endpoints of a user want, and owners that one was disabled; again after a crash. */
@Injectable()
export class TellChanges implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly endpoints: Endpoints,
    private readonly messenger: Messenger,
    @Inject(webhookWorkerConfig.token) private readonly config: WebhookWorkerConfig,
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    const round = () => this.round();
    const pace = { everyMs: EVERY_MS, idleMs: IDLE_MS };
    this.loop = new BackgroundLoop({ name: 'telling of endpoints', ...pace, round, log });
    const overview = () => endpoints.overview();
    metrics.readings('carillon_webhooks_failing', 'Endpoints that fail', [], async () => [
      { labels: {}, value: (await overview()).failing },
    ]);
    metrics.readings(
      'carillon_webhook_waiting_seconds',
      'For how long the endpoint has waited that no worker has taken up; 0: none waits',
      [],
      async () => [{ labels: {}, value: (await overview()).waitingSeconds }],
    );
  }

  onApplicationBootstrap(): void {
    this.loop.start();
    void this.reseal().catch((error: unknown) =>
      this.log.warn({ err: error }, 'secrets of endpoints are not sealed anew'),
    );
  }

  nudge(): void {
    this.loop.nudge();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private async round(): Promise<RoundEnd> {
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

  /** Seals secrets anew that are sealed for an older key of the ring, so that it can be taken away. */
  private async reseal(): Promise<void> {
    const vault = vaultOf(this.config);
    for await (const endpoint of this.endpoints.all()) {
      const secrets = endpoint.secrets.map((secret) => {
        if (!vault.isStale(secret.sealed)) return secret;
        const context = contextOf(endpoint, secret);
        return { ...secret, sealed: vault.seal(vault.open(secret.sealed, context), context) };
      });
      if (!isDeepStrictEqual(secrets, endpoint.secrets)) await this.endpoints.reseal(endpoint, secrets);
    }
  }
}

export function contextOf({ _id }: Pick<EndpointDocument, '_id'>, { id: secretId }: { id: string }): string {
  return webhookSecretContext({ id: _id.toHexString(), secretId });
}
