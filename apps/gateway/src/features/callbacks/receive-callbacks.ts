import { parseAddress } from '@carillon/address';
import {
  AppError,
  type CalledBackSender,
  type FeedbackOutcome,
  type FeedbackSource,
  type InboundReport,
  type Payload,
  type ProviderCallbacks,
  type Refusal,
} from '@carillon/contracts';
import { readReply } from '@carillon/input';
import { Messenger } from '@carillon/messaging';
import { Clock, Metrics, parseSecret } from '@carillon/platform';
import { BounceAddresses, parseKeyRing } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { type GatewayConfig, gatewayConfig } from '../../config';
import type { Callback, Webhook } from './check-callback';

/** The number of events of one request that are published concurrently. */
const AT_ONCE = 200;
/** The timeout of a visit to a provider's URL (milliseconds). */
const VISIT_MS = 5_000;

type Called = CalledBackSender & Pick<Callback, 'senderId' | 'request'> & Pick<Webhook, 'settings'>;

/** Publishes provider reports. Other services handle them. */
@Injectable()
export class ReceiveCallbacks {
  private readonly addresses: BounceAddresses;
  private readonly events;

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    @Inject(gatewayConfig.token) config: Pick<GatewayConfig, 'LINK_KEYS'>,
    metrics: Metrics,
  ) {
    this.addresses = new BounceAddresses(parseSecret('LINK_KEYS', config.LINK_KEYS, parseKeyRing));
    const help = 'Events reported by provider callbacks';
    this.events = metrics.counter('carillon_callback_events_total', help, ['provider', 'kind']);
  }

  /**
   * Resolves when the broker has stored all reports about deliveries and all opt-outs. Reports without meaning, or
   * about unknown deliveries, get the same response.
   * @throws AppError service_unavailable if the broker is unavailable; malformed_json
   */
  async receiveFeedback(source: FeedbackSource, called: Called): Promise<void> {
    const outcomes = source.outcomes(called.request, called.settings);
    for (let from = 0; from < outcomes.length; from += AT_ONCE) {
      const kinds = await Promise.all(
        outcomes.slice(from, from + AT_ONCE).map((each) => this.publish(each, called)),
      );
      for (const kind of kinds) this.events.inc({ provider: source.provider.toLowerCase(), kind });
    }
  }

  /** Returns the kind of the event. */
  private async publish(outcome: FeedbackOutcome, { userId, senderId }: Called): Promise<string> {
    const now = this.clock.now();
    const at = now.toISOString();
    switch (outcome.kind) {
      case 'reported':
        await this.messenger.publish('delivery.reported', { ...outcome.report, senderId, at });
        return outcome.kind;
      case 'received':
        await this.publishMessage({ userId, senderId }, outcome.message);
        return outcome.kind;
      case 'refused':
        await this.refuse(userId, outcome.refusal, at);
        return outcome.kind;
      case 'standing': {
        const { change, ofNumber } = outcome;
        const since = outcome.at && outcome.at < now ? outcome.at.toISOString() : at;
        await this.messenger.publish('sender.standing-reported', {
          ...{ senderId, change, at: since },
          ...(ofNumber !== undefined && { ofNumber }),
        });
        return outcome.kind;
      }
      case 'visit':
        await visit(outcome.url);
        return outcome.kind;
      case 'arrived':
      case 'returned': {
        const deliveryId = this.addresses.readToken(outcome.token);
        if (deliveryId === null) return 'unnamed';
        // Uses the provider's own time, so that repeats have the same time.
        const since = outcome.at && outcome.at < now ? outcome.at.toISOString() : at;
        if (outcome.kind === 'returned') {
          await this.messenger.publish('delivery.returned', {
            ...outcome.returned,
            deliveryId,
            senderId,
            at: since,
          });
          return outcome.returned.feedback === 'BOUNCED' ? 'bounced' : 'complained';
        }
        const { providerId } = outcome;
        const delivered = { state: 'DELIVERED', reason: null, permanent: false, providerCode: null } as const;
        await this.messenger.publish('delivery.reported', {
          ...delivered,
          deliveryId,
          senderId,
          providerId,
          at: since,
        });
        return outcome.kind;
      }
      default:
        return outcome.kind;
    }
  }

  /**
   * Handles an inbound message. Returns the reply to HELP, or null. Messages from senders without a valid address get
   * no reply.
   * @throws AppError service_unavailable if the broker is unavailable
   */
  async receiveMessage(provider: ProviderCallbacks, { fields, ...called }: Callback): Promise<string | null> {
    const message = provider.inbound(fields);
    const address = message && (await this.publishMessage(called, message));
    if (!message || address === null) return null;
    // The provider has already replied to the keywords that it recognizes.
    if (message.providerMeaning !== undefined || readReply({ text: message.body }) !== 'HELP') return null;
    const { channel, providerId } = message;
    return this.help({ userId: called.userId, channel, address, providerId });
  }

  /** Returns the address of the person. Null: it is invalid, so there is nobody to store the message for. */
  private async publishMessage(
    { userId, senderId }: Pick<Callback, 'userId' | 'senderId'>,
    message: InboundReport,
  ): Promise<string | null> {
    const from = parseAddress(message.channel, message.address);
    if (!from.ok) return null;
    const { address } = from;
    const at = this.clock.now().toISOString();
    await this.messenger.publish('message.received', { userId, senderId, ...message, address, at });
    return address;
  }

  /**
   * A suspended account sends no messages, so HELP gets no reply. The received message is already stored.
   */
  private async help(request: Payload<'message.help'>): Promise<string | null> {
    try {
      const { status } = await this.messenger.request('user.get', { id: request.userId });
      if (status !== 'ACTIVE') return null;
      return (await this.messenger.request('message.help', request)).text;
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  private async refuse(
    userId: string,
    { channel, address, cause, sender }: Refusal,
    at: string,
  ): Promise<void> {
    const parsed = parseAddress(channel, address);
    if (!parsed.ok) return;
    const optOut = { userId, channel, addresses: [parsed.address], cause, sender, at };
    await this.messenger.publish('address.refused', optOut);
  }
}

/**
 * Visits the URL, whose target the source has checked. Does not follow redirects. @throws AppError service_unavailable,
 * so that the provider retries
 */
async function visit(url: string): Promise<void> {
  try {
    const { ok, body } = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(VISIT_MS) });
    await body?.cancel();
    if (!ok) throw new Error('The callback was not accepted');
  } catch (error) {
    throw new AppError(
      'service_unavailable',
      'The subscription could not be confirmed',
      [],
      {},
      { cause: error },
    );
  }
}
