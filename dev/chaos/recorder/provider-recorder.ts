import { setTimeout as pause } from 'node:timers/promises';
import { type DeliveryReported, readDeliveryId } from '@carillon/contracts';
import {
  type EndpointAct,
  type EndpointMessage,
  type SentMessage,
  type TwilioAnswer,
  FakeEndpoint,
  FakeTwilio,
} from '@carillon/fake-providers';
import type { Messenger } from '@carillon/messaging';
import { type Recorded, Journal } from './record';

/** The code of a response that makes the worker kill itself; see worker/main.ts. */
export const DEADLY = 599;

/** The provider's reaction to a request: it accepts the request, or refuses it in one of these ways. */
export type ProviderAct = 'take' | keyof typeof refusals;

/** Twilio's responses to the requests that it refuses. */
const refusals = {
  'slow-down': { status: 429, code: 14107, headers: { 'retry-after': '2' } },
  'cannot-reach': { status: 400, code: 21612 },
  kill: { status: 500, code: DEADLY },
} as const satisfies Record<string, TwilioAnswer>;

/** A message that the provider accepted: the delivery's ID and the provider's own ID. */
export interface Taken {
  deliveryId: string;
  messageId: string;
}

/** The signing secret of the endpoint. */
export const ENDPOINT_SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

/**
 * A Twilio simulator and an endpoint of HTTP senders that record every message that they accept. Neither may be
 * called twice for the same message.
 */
export class ProviderRecorder {
  conduct: (address: string) => ProviderAct = () => 'take';
  endpointConduct: (address: string) => EndpointAct = () => 'takes';
  /** The response time (milliseconds). */
  latencyMs = 0;
  /** Called for each accepted message. */
  taken: (message: Taken) => void = () => undefined;
  private readonly journal = new Journal();
  private readonly twilio = new FakeTwilio({
    conduct: ({ form }) => {
      const act = this.conduct(form.To ?? '');
      return act === 'take' ? 'takes' : refusals[act];
    },
    take: (message) => this.take(message),
  });

  private readonly endpoint = new FakeEndpoint({
    secret: ENDPOINT_SECRET,
    conduct: ({ data }) => ('to' in data ? this.endpointConduct(data.to) : 'takes'),
    take: (message) => this.takePosted(message),
  });

  static async listen(): Promise<ProviderRecorder> {
    const recorder = new ProviderRecorder();
    await Promise.all([recorder.twilio.start(), recorder.endpoint.start()]);
    return recorder;
  }

  get url(): string {
    return this.twilio.url;
  }

  get endpointUrl(): string {
    return this.endpoint.url;
  }

  of(campaign: string): readonly Recorded[] {
    return this.journal.of(campaign);
  }

  /** Accepts all messages without delay again. */
  behave(): void {
    this.conduct = () => 'take';
    this.endpointConduct = () => 'takes';
    this.latencyMs = 0;
    this.taken = () => undefined;
  }

  async close(): Promise<void> {
    await Promise.all([this.twilio.stop(), this.endpoint.stop()]);
  }

  private async take({ sid: messageId, request }: SentMessage): Promise<void> {
    const deliveryId = new URL(request.statusCallback ?? '').searchParams.get('delivery') ?? '';
    const campaign = campaignOf(deliveryId);
    const { to: address } = request;
    this.journal.add({ channel: 'SMS', campaign, address, by: 'Twilio', messageId, at: Date.now() });
    this.taken({ deliveryId, messageId });
    if (this.latencyMs > 0) await pause(this.latencyMs);
  }

  private async takePosted({ deliveryId, to: address }: EndpointMessage): Promise<void> {
    const campaign = campaignOf(deliveryId);
    const messageId = deliveryId;
    this.journal.add({ channel: 'SMS', campaign, address, by: 'endpoint', messageId, at: Date.now() });
    if (this.latencyMs > 0) await pause(this.latencyMs);
  }
}

/** Returns the campaign's ID. A delivery's ID begins with its batch's ID, which begins with the campaign's ID. */
function campaignOf(deliveryId: string): string {
  const place = readDeliveryId(deliveryId);
  if (!place) throw new Error(`Nothing has the id ${deliveryId}`);
  return place.batchId.slice(0, place.batchId.indexOf('-'));
}

const states: readonly DeliveryReported['state'][] = ['SENT', 'DELIVERED', 'READ'];
/** The pause before the next attempt while the broker is down (milliseconds). */
const AGAIN_MS = 200;

/** Publishes a provider's callbacks like the gateway: each callback twice, up to `latestMs` late, in random order. */
export class Calls {
  private readonly underway: Promise<void>[] = [];

  constructor(
    private readonly messenger: Messenger,
    private readonly senderId: string,
    private readonly latestMs: number,
  ) {}

  readonly about = (message: Taken): void => {
    for (const state of [...states, ...states]) this.underway.push(this.call(message, state));
  };

  /** Resolves when the broker has accepted all callbacks. */
  async over(): Promise<void> {
    await Promise.all(this.underway);
  }

  private async call({ deliveryId, messageId }: Taken, state: DeliveryReported['state']): Promise<void> {
    await pause(Math.random() * this.latestMs);
    const about = { deliveryId, senderId: this.senderId, providerId: messageId };
    const report = { state, reason: null, permanent: false, providerCode: null };
    for (;;) {
      const at = new Date().toISOString();
      const isPassedOn = await this.messenger.publish('delivery.reported', { ...about, ...report, at }).then(
        () => true,
        () => false,
      );
      if (isPassedOn) return;
      await pause(AGAIN_MS);
    }
  }
}
