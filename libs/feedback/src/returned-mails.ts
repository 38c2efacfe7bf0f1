import type { AddressReturned, DeliveryReturned } from '@carillon/contracts';
import type { KeyRing } from '@carillon/vault';
import { MailTokens } from './mail-tokens';
import { type MailFeedback, readFeedback } from './read-feedback';

/**
 * The part of an email that is kept: the report precedes the returned email (RFC 6522 §3), and everything after this
 * part is skipped.
 */
export const KEPT_BYTES = 256 * 1024;

/** The result of an email: `nobodys` concerns a delivery, but doesn't identify it. */
export interface TakenMail {
  kind: MailFeedback['kind'] | 'nobodys';
  /** The deliveries that it concerns, by signed addresses. */
  deliveries: number;
}

/** The destinations of an email's outcome; each resolves when it is stored. */
export interface Outlets {
  delivery: (returned: DeliveryReturned) => Promise<void>;
  /** For emails that identify a person and a campaign, but not the delivery. */
  address: (returned: AddressReturned) => Promise<void>;
}

/** A returned email, as received. */
export interface ArrivedMail {
  /** From the envelope, if known. Otherwise signed tokens in the email identify the delivery. */
  recipients: readonly string[];
  /** From the envelope: empty for servers; null: unknown. */
  sender: string | null;
  /** The entire email, or the beginning of a long email. */
  mail: Uint8Array;
  at: Date;
}

/** Reports returned emails for the deliveries that they concern. */
export class ReturnedMails {
  private readonly tokens: MailTokens;

  /** @param ring LINK_KEYS */
  constructor(
    ring: KeyRing,
    private readonly outlets: Outlets,
  ) {
    this.tokens = new MailTokens(ring);
  }

  /** The delivery of a signed return path; null: the address isn't a signed return path. */
  deliveryOf(address: string): string | null {
    return this.tokens.deliveryOf(address);
  }

  /** Resolves when the report about the delivery is stored, or if there is none. Rejects like the outlets. */
  async take({ recipients, sender, mail, at }: ArrivedMail): Promise<TakenMail> {
    const { feedback, mentions } = await readFeedback(mail, sender);
    const outcome = outcomeOf(feedback);
    const addressed = [...new Set(recipients.flatMap((address) => this.deliveryOf(address) ?? []))];
    const deliveries = addressed.length > 0 ? addressed : [this.tokens.deliveryIn(mentions) ?? []].flat();
    if (outcome === null) return { kind: feedback.kind, deliveries: deliveries.length };
    for (const deliveryId of deliveries)
      await this.outlets.delivery({ deliveryId, ...outcome, at: at.toISOString() });
    const known = deliveries.length > 0 || (await this.complainedAbout(feedback, mentions, at));
    return {
      kind: known ? feedback.kind : 'nobodys',
      deliveries: known ? Math.max(1, deliveries.length) : 0,
    };
  }

  /** A report with only the unsubscribe link still identifies the recipient and the campaign of a complaint. */
  private async complainedAbout({ kind }: MailFeedback, mentions: string, at: Date): Promise<boolean> {
    const person = kind === 'complained' ? this.tokens.unsubscriptionIn(mentions) : null;
    if (person === null) return false;
    const complaint = { ...person, channel: 'EMAIL', cause: 'COMPLAINED', at: at.toISOString() } as const;
    await this.outlets.address(complaint);
    return true;
  }
}

/** Null: the email is not about a delivery, or reports only a delay, which ends with a bounce or without a report. */
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
