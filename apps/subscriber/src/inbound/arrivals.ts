import type { PersonDelivery } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Injectable } from '@nestjs/common';
import type { Address } from '../suppressions';

/** An email without a bounce for this long has arrived: servers give up after four or five days (RFC 5321 §4.5.4.1). */
const SILENCE_MS = 5 * 24 * 60 * 60_000;
/** The maximum time between the creation of a draft and its emails, for campaign IDs. */
const DRAFT_MS = 60 * 24 * 60 * 60_000;

/** Asks the dispatcher which emails to an address have arrived. */
@Injectable()
export class Arrivals {
  constructor(private readonly messenger: Messenger) {}

  /**
   * When the last arrived email between two times was sent; null: none arrived.
   * @throws AppError if the dispatcher doesn't respond
   */
  async last({ userId, address, channel }: Address, since: Date, until: Date): Promise<Date | null> {
    const begin = idAt(since.getTime() - DRAFT_MS);
    let last: Date | null = null;
    for (let after: string | null = begin; after !== null;) {
      const step: { items: PersonDelivery[]; next: string | null } = await this.messenger.request(
        'person.deliveries',
        { userId, address, after },
      );
      for (const delivery of step.items) {
        const sentAt = delivery.channel === channel ? arrivedAt(delivery, until) : null;
        if (sentAt && sentAt > since && sentAt < until && (!last || sentAt > last)) last = sentAt;
      }
      after = step.next;
    }
    return last;
  }
}

/** When a delivered email was sent; null: it bounced, or may still bounce. */
function arrivedAt({ state, feedback, sentAt, openedAt, clickedAt }: PersonDelivery, now: Date): Date | null {
  if (sentAt === null || feedback === 'BOUNCED') return null;
  const at = new Date(sentAt);
  const isSeen =
    openedAt !== undefined || clickedAt !== undefined || state === 'DELIVERED' || state === 'READ';
  const isSilent = state === 'SENT' && now.getTime() - at.getTime() >= SILENCE_MS;
  return isSeen || isSilent ? at : null;
}

/** The lowest ID of documents that are created at this time. */
function idAt(ms: number): string {
  return Math.max(0, Math.floor(ms / 1_000))
    .toString(16)
    .padStart(8, '0')
    .padEnd(24, '0');
}
