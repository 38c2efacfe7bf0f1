import type { DeliveryReturned } from '@carillon/contracts';
import type { BounceAddresses } from '@carillon/vault';
import { type MailFeedback, readFeedback } from './read-feedback';

/** What is kept of a mail: the report stands before the mail that came back (RFC 6522 §3), and the rest is read past. */
export const KEPT_BYTES = 256 * 1024;

/** What may be a signed return path in a text. */
const candidates = /bounce\+[0-9a-z-]{20,60}\.[0-9a-z]{16}(?=@)/gi;
/** Candidates of one mail that are checked. */
const MOST = 10;

/** What was made of a mail: `nobodys` says something of a delivery, but not of which. */
export interface TakenMail {
  kind: MailFeedback['kind'] | 'nobodys';
  /** Deliveries that it is about, by signed addresses. */
  deliveries: number;
}

/** Tells what mails that came back say of the deliveries that they are about. */
export class ReturnedMails {
  /** @param tell resolves when the word is stored */
  constructor(
    private readonly addresses: BounceAddresses,
    private readonly tell: (returned: DeliveryReturned) => Promise<void>,
  ) {}

  /** The delivery whose signed return path an address is; null: it is none. */
  deliveryOf(address: string): string | null {
    const at = address.lastIndexOf('@');
    return at < 0 ? null : this.addresses.read(address.slice(0, at));
  }

  /**
   * Resolves when what the mail says of its delivery is stored, or if it says nothing of one. Rejects like `tell`.
   * @param recipients of the envelope, where they are known; else signed addresses in the mail say which delivery it is
   * @param mail the whole, or the beginning of a long one
   * @param at when it came
   */
  async take(recipients: readonly string[], mail: Uint8Array, at: Date): Promise<TakenMail> {
    const { feedback, mentions } = await readFeedback(mail);
    const outcome = outcomeOf(feedback);
    const addressed = [...new Set(recipients.flatMap((address) => this.deliveryOf(address) ?? []))];
    const deliveries = addressed.length > 0 ? addressed : this.mentioned(mentions);
    if (outcome === null) return { kind: feedback.kind, deliveries: deliveries.length };
    for (const deliveryId of deliveries) await this.tell({ deliveryId, ...outcome, at: at.toISOString() });
    return { kind: deliveries.length === 0 ? 'nobodys' : feedback.kind, deliveries: deliveries.length };
  }

  /** Nobody can make up a delivery of somebody else's: what is mentioned is signed, too. */
  private mentioned(text: string): string[] {
    const found = new Set([...text.matchAll(candidates)].map(([part]) => part.toLowerCase()));
    return [...found]
      .slice(0, MOST)
      .flatMap((part) => this.addresses.read(part) ?? [])
      .slice(0, 1);
  }
}

/** Null: it says nothing of a delivery. Delays end by a bounce or by nothing. */
function outcomeOf(feedback: MailFeedback): Omit<DeliveryReturned, 'deliveryId' | 'at'> | null {
  switch (feedback.kind) {
    case 'bounced': {
      const { isHard, reason, code: providerCode, consequence } = feedback;
      return { feedback: 'BOUNCED', isHard, reason, providerCode, consequence };
    }
    case 'complained':
      return {
        feedback: 'COMPLAINED',
        isHard: true,
        reason: 'COMPLAINT',
        providerCode: feedback.code,
        consequence: 'SUPPRESS',
      };
    default:
      return null;
  }
}
