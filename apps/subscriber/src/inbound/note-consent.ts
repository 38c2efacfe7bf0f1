import type { AddressRefused, MessageReceived, Unsubscribed } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { Suppressions } from '../suppressions/suppressions';
import { ServiceWindows } from './service-windows';
import { readWord } from './read-word';

/** So many are written at once. */
const AT_ONCE = 20;

/** Takes in what people, and the providers between, say about being written to. Said again, it changes nothing. */
@Injectable()
export class NoteConsent {
  constructor(
    private readonly suppressions: Suppressions,
    private readonly serviceWindows: ServiceWindows,
  ) {}

  /** A person wants no more email of a user. */
  async unsubscribed({ userId, address, campaignId, at }: Unsubscribed): Promise<void> {
    const source = campaignId && `campaign ${campaignId}`;
    const news = { type: 'caused', reason: 'UNSUBSCRIBED', sender: null, at: new Date(at), source } as const;
    await this.suppressions.apply({ userId, channel: 'EMAIL', address }, news);
  }

  /** Addresses that a provider refuses for good are not tried again by any campaign. */
  async refused({ userId, channel, addresses, cause, sender, at }: AddressRefused): Promise<void> {
    const news = { type: 'caused', reason: cause, sender, at: new Date(at), source: 'provider' } as const;
    for (let from = 0; from < addresses.length; from += AT_ONCE) {
      const some = addresses.slice(from, from + AT_ONCE);
      await Promise.all(some.map((address) => this.suppressions.apply({ userId, channel, address }, news)));
    }
  }

  /** What people write back: STOP and START by any channel, and any message by WhatsApp, which opens a conversation. */
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
