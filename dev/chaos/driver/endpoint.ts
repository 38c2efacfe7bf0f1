import { type Json, data, text, until } from '../../driver/api';
import type { TestUser } from '../../driver/arrange';
import { Receiver, type Reply } from '../../../apps/webhook-worker/test/receiver';
import { areKnown, countPendingWebhookEvents, readLines } from '../evidence/endpoints';
import type { EndpointEvidence } from '../evidence/evidence';
import type { Rig } from '../rig/rig';

const eventTypes = [
  ...['campaign.published', 'campaign.completed', 'suppression.created'],
  ...['sent', 'delivered', 'read', 'failed', 'unconfirmed'].map((state) => `delivery.${state}`),
];
const KNOWN_S = 30;

/** How an endpoint responds. */
export interface Conduct {
  /** Whether the endpoint accepts many deliveries in one message. */
  batch: boolean;
  /** The endpoint's response time (milliseconds). */
  latencyMs: number;
  /** The number of the message that the endpoint accepts without a response, as if it crashed. */
  loses: number;
}

/** A user's webhook endpoint that records the accepted messages. */
export class Endpoint {
  private readonly subjects = new Set<string>();

  private constructor(
    private readonly id: string,
    private readonly receiver: Receiver,
  ) {}

  /** Creates an endpoint. Resolves when the services know its subscription, so that it receives all later events. */
  static async open({ parts }: Rig, user: TestUser, { batch, latencyMs, loses }: Conduct): Promise<Endpoint> {
    const receiver = await Receiver.start();
    const made = await data('POST', '/webhooks', { url: receiver.url, eventTypes, batch }, user.key);
    receiver.secrets = [text(made, 'createWebhook', 'secret')];
    const endpoint = new Endpoint(text(made, 'createWebhook', '_id'), receiver);
    receiver.reply = (message, nth): Reply => {
      endpoint.note(message.data);
      return { status: 204, afterMs: latencyMs, ...(nth === loses && { isLost: true }) };
    };
    await until('the services to learn the subscription', KNOWN_S, () =>
      areKnown(parts.database, user.id, eventTypes),
    );
    return endpoint;
  }

  /** The number of deliveries in the received events. */
  get deliveries(): number {
    return this.subjects.size;
  }

  /** Whether the endpoint received the end of the campaign. */
  knowsTheEndOf(campaign: string): boolean {
    return this.receiver.received.some(
      ({ type, data: { campaignId } }) => type === 'campaign.completed' && campaignId === campaign,
    );
  }

  /** The current evidence, without campaigns and suppressions. */
  async evidence({ parts }: Rig): Promise<Omit<EndpointEvidence, 'campaigns' | 'suppressed'>> {
    // Read the stored messages first, so that later arrivals are included.
    const pendingWebhookEvents = await countPendingWebhookEvents(parts.database);
    const lines = await readLines(parts.database, this.id);
    const { received, refused } = this.receiver;
    return { pendingWebhookEvents, lines, received: [...received], unsigned: refused.length };
  }

  close(): Promise<void> {
    return this.receiver.stop();
  }

  private note({ deliveryId, deliveries = [] }: Record<string, unknown>): void {
    if (typeof deliveryId === 'string') this.subjects.add(deliveryId);
    for (const each of deliveries as Json[]) this.subjects.add(String(each.deliveryId));
  }
}
