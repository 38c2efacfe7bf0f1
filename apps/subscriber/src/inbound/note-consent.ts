import type {
  AddressDoubted,
  AddressRefused,
  AddressReturned,
  InboundMeaning,
  MessageReceived,
  Unsubscribed,
} from '@carillon/contracts';
import { readReply } from '@carillon/input';
import { ErasedUsers } from '@carillon/mongo';
import { Metrics, severalAtOnce } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type Address, type EligibilityEvent, Suppressions } from '../suppressions';
import { Topics } from '../topics';
import { Arrivals } from './arrivals';
import { ConsentSettings } from './consent-settings';
import { InboundMessages } from './inbound-messages';
import { ServiceWindows } from './service-windows';

/** The number of addresses that are updated concurrently. */
const AT_ONCE = 20;

/**
 * Applies reports of recipients and providers. Idempotent. Reports about erased users are dropped, because unsubscribe
 * links and callbacks arrive for years.
 */
@Injectable()
export class NoteConsent {
  private readonly messages;

  constructor(
    private readonly suppressions: Suppressions,
    private readonly serviceWindows: ServiceWindows,
    private readonly settings: ConsentSettings,
    private readonly topics: Topics,
    private readonly erasedUsers: ErasedUsers,
    private readonly inboundMessages: InboundMessages,
    private readonly arrivals: Arrivals,
    metrics: Metrics,
  ) {
    this.messages = metrics.counter(
      'carillon_inbound_messages_total',
      'Inbound messages, by meaning; none: they need a review',
      ['channel', 'meaning'],
    );
  }

  /**
   * A recipient opted out of email from a user, or only of the topic of the link. A topic that was deleted can't be left,
   * so the recipient gets no email at all: a topic with the same name may follow.
   */
  async unsubscribed({ userId, address, campaignId, at, topicId }: Unsubscribed): Promise<void> {
    if (await this.erasedUsers.has(userId)) return;
    const source = campaignId && `campaign ${campaignId}`;
    if (topicId !== undefined && (await this.leavesTopic(userId, topicId))) {
      const left = { type: 'topic-left', topicId, at: new Date(at), source } as const;
      await this.suppressions.apply({ userId, channel: 'EMAIL', address }, left);
      return;
    }
    const event = { type: 'caused', reason: 'UNSUBSCRIBED', sender: null, at: new Date(at), source } as const;
    await this.suppressions.apply({ userId, channel: 'EMAIL', address }, event);
  }

  private async leavesTopic(userId: string, topicId: string): Promise<boolean> {
    const [settings, topic] = await Promise.all([this.settings.of(userId), this.topics.get(userId, topicId)]);
    return topic !== null && settings.oneClick === 'TOPIC';
  }

  /** Suppresses addresses that a provider refuses permanently. libs/channel (settlements) decides which. */
  async refused({ cause: reason, sender, at, ...addresses }: AddressRefused): Promise<void> {
    const event = { type: 'caused', reason, sender, at: new Date(at), source: 'provider' } as const;
    await this.applyToAll(addresses, event);
  }

  /** Counts refusals of unknown cause. */
  async doubted({ at, campaignId, ...addresses }: AddressDoubted): Promise<void> {
    const source = campaignId === undefined ? 'provider' : `campaign ${campaignId}`;
    await this.applyToAll(addresses, { type: 'doubted', at: new Date(at), source });
  }

  /**
   * Counts a temporary bounce, and suppresses a person who complained. The dispatcher reports both
   * (gather-returned.ts).
   */
  async returned({ userId, channel, address, cause, campaignId, at }: AddressReturned): Promise<void> {
    if (await this.erasedUsers.has(userId)) return;
    const evidence = { at: new Date(at), source: `campaign ${campaignId}` };
    const event: EligibilityEvent =
      cause === 'COMPLAINED'
        ? { type: 'caused', reason: 'COMPLAINED', sender: null, ...evidence }
        : { type: 'passed', ...evidence };
    await this.apply({ userId, channel, address }, event);
  }

  /** A recipient's message: STOP and START on any channel; any message on WhatsApp opens a service window. */
  async received(message: MessageReceived): Promise<void> {
    const { userId, channel, address, sender, at, providerId } = message;
    if (await this.erasedUsers.has(userId)) return;
    const person = { userId, channel, address };
    const sentAt = new Date(at);
    const meaning = await this.meaningOf(message);
    if (meaning === 'STOP') {
      const stopped = { type: 'caused', reason: 'STOPPED', sender, at: sentAt, providerId } as const;
      await this.suppressions.apply(person, { ...stopped, source: `message ${providerId}` });
    }
    if (meaning === 'START') {
      await this.suppressions.apply(person, { type: 'restarted', at: sentAt, providerId });
    }
    if (channel === 'WHATSAPP') await this.serviceWindows.note(userId, address, sentAt);
    // This comes last, because the opt-out must not wait for it. Repeats in between change nothing.
    await this.inboundMessages.keep(message, meaning);
    this.messages.inc({ channel: channel.toLowerCase(), meaning: meaning?.toLowerCase() ?? 'none' });
  }

  private async meaningOf({
    userId,
    body: text,
    button,
    providerMeaning,
  }: MessageReceived): Promise<InboundMeaning | null> {
    const reply = {
      text,
      ...(button !== undefined && { button }),
      ...(providerMeaning && { providerMeaning }),
    };
    return readReply(reply) ?? readReply(reply, await this.settings.of(userId));
  }

  /** Counted bounces suppress an address only together with others since the last delivered email. */
  private async apply(address: Address, event: EligibilityEvent): Promise<void> {
    const since = await this.suppressions.countedSince(address, event);
    const arrivedAt = since && (await this.arrivals.last(address, since, event.at));
    if (arrivedAt) await this.suppressions.apply(address, { type: 'arrived', at: arrivedAt });
    await this.suppressions.apply(address, event);
  }

  private async applyToAll(
    { userId, channel, addresses }: Pick<AddressDoubted, 'userId' | 'channel' | 'addresses'>,
    event: EligibilityEvent,
  ): Promise<void> {
    if (await this.erasedUsers.has(userId)) return;
    await severalAtOnce(addresses, AT_ONCE, (address) => this.apply({ userId, channel, address }, event));
  }
}
