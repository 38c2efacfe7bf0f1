import { randomBytes } from 'node:crypto';
import { createVault, parseKeyRing, webhookContext } from '@carillon/vault';
import {
  type By,
  type Payload,
  type WebhookEvent,
  type Webhook,
  type WebhookEventType,
  newId,
  webhookEventTypes,
} from '@carillon/contracts';
import { type Surroundings, TestService, surroundings } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { WebhookWorkerModule } from '../src/webhook-worker.module';

export const VAULT_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;
const vault = createVault(parseKeyRing(VAULT_KEYS));
export const by: By = { role: 'user', keyId: newId() };

/** An endpoint, and the secret that its user has seen. */
export type CreatedWebhook = Webhook & { secret: string };

/** The webhook-worker on a real broker and database. The test plays the other services. */
export class WebhookService extends TestService {
  /** The published interests of users. */
  readonly interests: Payload<'webhooks.changed'>[] = [];
  readonly disabled: Payload<'webhook.disabled'>[] = [];
  readonly notes: Payload<'audit.noted'>[] = [];

  private constructor(around: Surroundings) {
    const environment = { VAULT_KEYS, ALLOW_PRIVATE_WEBHOOK_HOSTS: 'true' };
    super({ service: 'webhook-worker', module: WebhookWorkerModule, environment }, around);
  }

  static async start(): Promise<WebhookService> {
    const service = new WebhookService(await surroundings());
    await service.others.hear('dispatcher.events', {
      'webhooks.changed': (changed) => service.interests.push(changed),
    });
    await service.others.hear('account.events', {
      'webhook.disabled': (disabled) => service.disabled.push(disabled),
      'audit.noted': (note) => service.notes.push(note),
    });
    await service.boot();
    return service;
  }

  async create(
    userId: string,
    url: string,
    {
      eventTypes = [...webhookEventTypes],
      batch = false,
    }: { eventTypes?: WebhookEventType[]; batch?: boolean } = {},
  ): Promise<CreatedWebhook> {
    const id = newId();
    const { secret, sealed } = newSecret(id);
    const settings = { url, eventTypes, batch, description: null };
    const created = await this.messenger.request('webhook.create', {
      by,
      id,
      userId,
      ...settings,
      ...sealed,
    });
    return { ...created, secret };
  }

  /** Publishes an event as a service does. Returns the ID of the event. */
  async publish(userId: string, changes: Partial<WebhookEvent> = {}): Promise<string> {
    const id = changes.id ?? newId();
    const event = {
      type: 'campaign.completed' as const,
      at: new Date().toISOString(),
      campaignId: null,
      items: [{ n: 1 }],
    };
    await this.messenger.request('webhook.take', { userId, events: [{ ...event, ...changes, id }] });
    return id;
  }

  /** Makes postponed messages due. */
  async comeDue(id: string): Promise<void> {
    await this.stored('webhookLines').updateMany(
      { _id: new RegExp(`^${id}:`), dueAt: { $ne: null } },
      { $set: { dueAt: new Date(0) } },
    );
    const one = { _id: new ObjectId(id) };
    await this.stored('webhookEndpoints').updateOne(one, { $set: { dueAt: new Date(0) }, $inc: { work: 1 } });
  }
}

export function newSecret(
  id: string,
  secretId = newId(),
): { secret: string; sealed: { secret: string; secretId: string } } {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return { secret, sealed: { secret: vault.seal(secret, webhookContext(id, secretId)), secretId } };
}
