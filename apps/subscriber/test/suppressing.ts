import { someone } from '@carillon/testing/someone';
import { type Payload, type Suppression, newId } from '@carillon/contracts';
import { NoteConsent } from '../src/inbound/note-consent';
import type { SubscriberService } from './subscriber-service';

export const NUMBER = '+4915112345678';
export const time = (second: number): string => new Date(Date.UTC(2026, 2, 1, 12, 0, second)).toISOString();

const all = { channel: null, reason: null, address: null, after: null, limit: 1000 };

/** All ways to add and lift suppressions of one user. Times are in seconds. */
export class Suppressing {
  readonly userId = newId();

  constructor(private readonly service: SubscriberService) {}

  page(more: Partial<Payload<'suppression.list'>> = {}) {
    return this.service.messenger.request('suppression.list', { userId: this.userId, ...all, ...more });
  }

  async list(more: Partial<Payload<'suppression.list'>> = {}): Promise<Suppression[]> {
    return (await this.page(more)).items;
  }

  get(id: string): Promise<Suppression> {
    return this.service.messenger.request('suppression.get', { userId: this.userId, id });
  }

  create(address: string, channel: Suppression['channel'] = 'EMAIL', id = newId()) {
    const { userId } = this;
    return this.service.messenger.request('suppression.create', {
      by: someone,
      id,
      userId,
      channel,
      address,
    });
  }

  unsubscribe(address: string, second = 1, campaignId: string | null = null) {
    const wish = { userId: this.userId, address, campaignId, at: time(second) };
    return this.service.messenger.request('suppression.unsubscribe', wish);
  }

  async remove(ids: string[], confirmConsent = false, by = this.userId): Promise<string[]> {
    const command = { userId: by, ids, confirmConsent };
    return (await this.service.messenger.request('suppression.delete', { ...command, by: someone })).ids;
  }

  message(body: string, second: number): Payload<'message.received'> {
    return {
      userId: this.userId,
      senderId: newId(),
      channel: 'SMS',
      address: NUMBER,
      sender: '+15005550006',
      body,
      at: time(second),
      providerId: `SM${second}`,
    };
  }

  refusal(addresses: string[]): Payload<'address.refused'> {
    const { userId } = this;
    return { userId, channel: 'EMAIL', addresses, cause: 'BOUNCED', sender: null, at: time(1) };
  }

  /** A command is applied when it resolves. An event is applied later. */
  receive(body: string, second: number, more: Partial<Payload<'message.received'>> = {}): Promise<void> {
    return this.service.part(NoteConsent).received({ ...this.message(body, second), ...more });
  }

  comeBack(returned: Payload<'address.returned'>): Promise<void> {
    return this.service.part(NoteConsent).returned(returned);
  }

  refuse(addresses: string[], more: Partial<Payload<'address.refused'>> = {}): Promise<void> {
    return this.service.part(NoteConsent).refused({ ...this.refusal(addresses), ...more });
  }

  doubt(addresses: string[], at: string): Promise<void> {
    return this.service.part(NoteConsent).doubted({ userId: this.userId, channel: 'EMAIL', addresses, at });
  }
}
