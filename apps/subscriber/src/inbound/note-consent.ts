import type { AddressRefused, MessageReceived, Unsubscribed } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { type News, Suppressions } from '../suppressions';
import { ServiceWindows } from './service-windows';

/** Addresses written at once. */
const AT_ONCE = 20;

/** Applies what recipients and providers report. The same report again changes nothing. */
@Injectable()
export class NoteConsent {
  constructor(
    private readonly suppressions: Suppressions,
    private readonly serviceWindows: ServiceWindows,
  ) {}

  /** A recipient wants no more email from a user. */
  async unsubscribed({ userId, address, campaignId, at }: Unsubscribed): Promise<void> {
    const source = campaignId && `campaign ${campaignId}`;
    const news = { type: 'caused', reason: 'UNSUBSCRIBED', sender: null, at: new Date(at), source } as const;
    await this.suppressions.apply({ userId, channel: 'EMAIL', address }, news);
  }

  /** Suppresses addresses that a provider refuses permanently. libs/channel (settlements) decides which. */
  async refused({ userId, channel, addresses, cause, sender, at }: AddressRefused): Promise<void> {
    const report = { at: new Date(at), source: 'provider' };
    const news: News =
      cause === 'DOUBTFUL'
        ? { type: 'doubted', ...report }
        : { type: 'caused', reason: cause, sender, ...report };
    for (let from = 0; from < addresses.length; from += AT_ONCE) {
      const some = addresses.slice(from, from + AT_ONCE);
      await Promise.all(some.map((address) => this.suppressions.apply({ userId, channel, address }, news)));
    }
  }

  /** A recipient's message: STOP and START on any channel; any message on WhatsApp opens a service window. */
  async received({ userId, channel, address, sender, body, at, providerId }: MessageReceived): Promise<void> {
    const person = { userId, channel, address };
    const heardAt = new Date(at);
    const word = readWord(body);
    if (word === 'STOP') {
      const stopped = { type: 'caused', reason: 'STOPPED', sender, at: heardAt, word: providerId } as const;
      await this.suppressions.apply(person, { ...stopped, source: `message ${providerId}` });
    }
    if (word === 'START') {
      await this.suppressions.apply(person, { type: 'restarted', at: heardAt, word: providerId });
    }
    if (channel === 'WHATSAPP') await this.serviceWindows.note(userId, address, heardAt);
  }
}

/**
 * The keywords that stop and start messages: the whole message, in any letter case. Source: Twilio, "Twilio support for
 * opt-out keywords (SMS STOP filtering)": the default keywords of Messaging Services and long codes.
 */
const stops = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout']);
const starts = new Set(['start', 'yes', 'unstop']);

/** The keyword that a message consists of, or null. */
export function readWord(body: string): 'STOP' | 'START' | null {
  const word = body.trim().toLowerCase();
  if (stops.has(word)) return 'STOP';
  return starts.has(word) ? 'START' : null;
}
