import type { Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { StoreRelay, Logger, Metrics } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type ChangedEndpoint, type DisabledEndpoint, EndpointOutbox } from './endpoint-outbox';
import { Endpoints } from './endpoints';

/** How soon another process's changes are published (milliseconds), and the maximum delay after a quiet period. */
const PACE = { everyMs: 500, idleMs: 2_000, page: 100, atOnce: 8 } as const;

/** Publishes the events that the endpoints of a user subscribe to, after each change. */
@Injectable()
export class InterestRelay extends StoreRelay<ChangedEndpoint, ChangedEndpoint> {
  constructor(
    endpoints: Endpoints,
    private readonly outbox: EndpointOutbox,
    messenger: Messenger,
    log: Logger,
    metrics: Metrics,
  ) {
    super({ entries: 'changes of endpoints', ...PACE }, { messenger, log, metrics });
    endpoints.whenChanged(() => this.nudge());
  }

  protected pending(most: number): Promise<ChangedEndpoint[]> {
    return this.outbox.changed(most);
  }

  protected entriesOf(endpoint: ChangedEndpoint): ChangedEndpoint[] {
    return [endpoint];
  }

  /** Reads the interests when it publishes, so that later changes are included. */
  protected async publish({ userId }: ChangedEndpoint): Promise<void> {
    await this.messenger.publish('webhooks.changed', await this.outbox.interestsOf(userId));
  }

  protected async remove(endpoint: ChangedEndpoint, [published]: readonly ChangedEndpoint[]): Promise<void> {
    if (published) await this.outbox.clearChanged(endpoint);
  }
}

/** Publishes that endpoints were disabled, so that their owners receive an email. */
@Injectable()
export class DisabledRelay extends StoreRelay<DisabledEndpoint, Payload<'webhook.disabled'>> {
  constructor(
    endpoints: Endpoints,
    private readonly outbox: EndpointOutbox,
    messenger: Messenger,
    log: Logger,
    metrics: Metrics,
  ) {
    super({ entries: 'disabled endpoints', ...PACE }, { messenger, log, metrics });
    endpoints.whenChanged(() => this.nudge());
  }

  protected pending(most: number): Promise<DisabledEndpoint[]> {
    return this.outbox.disabledLately(most);
  }

  protected entriesOf({ _id, userId, url, disabled }: DisabledEndpoint): Payload<'webhook.disabled'>[] {
    const endpoint = { id: _id.toHexString(), userId: userId.toHexString(), url };
    return disabled ? [{ ...endpoint, reason: disabled.reason, at: disabled.at.toISOString() }] : [];
  }

  protected publish(disabled: Payload<'webhook.disabled'>): Promise<void> {
    return this.messenger.publish('webhook.disabled', disabled);
  }

  protected async remove(
    { _id, disabled }: DisabledEndpoint,
    [published]: readonly Payload<'webhook.disabled'>[],
  ): Promise<void> {
    if (published && disabled) await this.outbox.clearDisabled(_id, disabled.at);
  }
}
