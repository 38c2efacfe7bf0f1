import { Inject, Injectable } from '@nestjs/common';
import type { DeliveryReturned } from '@carillon/contracts';
import { type MailFeedback, readFeedback } from '@carillon/feedback';
import { Messenger } from '@carillon/messaging';
import { Clock, Logger, Metrics, parseSecret } from '@carillon/platform';
import { BounceAddresses, parseKeyRing } from '@carillon/vault';
import { type BounceReceiverConfig, bounceReceiverConfig } from './config';

/** What may be a signed return path in a text. */
const candidates = /bounce\+[0-9a-z-]{20,60}\.[0-9a-z]{16}(?=@)/gi;
/** Candidates of one mail that are checked. */
const MOST = 10;

/** Knows which addresses take mail, and tells the dispatcher what the mail says. */
@Injectable()
export class ReceiveReturned {
  private readonly addresses: BounceAddresses;
  private readonly loops: ReadonlySet<string>;
  private readonly mails;

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    private readonly log: Logger,
    @Inject(bounceReceiverConfig.token) config: BounceReceiverConfig,
    metrics: Metrics,
  ) {
    this.addresses = new BounceAddresses(parseSecret('LINK_KEYS', config.LINK_KEYS, parseKeyRing));
    this.loops = new Set((config.FEEDBACK_ADDRESSES ?? '').toLowerCase().split(',').filter(Boolean));
    this.mails = metrics.counter('carillon_returned_mails_total', 'Mails that came back, by what they say', [
      'kind',
    ]);
  }

  /** Whether an address is a signed return path, or one that feedback loops report to. */
  takes(address: string): boolean {
    return this.deliveryOf(address) !== null || this.loops.has(address.toLowerCase());
  }

  /**
   * Resolves when the broker has stored what the mail says of its delivery, or if it says nothing of one.
   * @param mail the whole, or the beginning of a long one
   * @throws AppError service_unavailable if the broker does not store it
   */
  async execute(recipients: readonly string[], mail: Uint8Array): Promise<void> {
    const { feedback, mentions } = await readFeedback(mail);
    const outcome = outcomeOf(feedback);
    const addressed = recipients.flatMap((address) => this.deliveryOf(address) ?? []);
    const deliveries = outcome === null ? [] : addressed.length > 0 ? addressed : this.mentioned(mentions);
    const at = this.clock.now().toISOString();
    if (outcome !== null) {
      for (const deliveryId of new Set(deliveries))
        await this.messenger.publish('delivery.returned', { deliveryId, ...outcome, at });
    }
    const kind = outcome !== null && deliveries.length === 0 ? 'nobodys' : feedback.kind;
    this.mails.inc({ kind });
    this.log.debug({ kind, deliveries: deliveries.length }, 'a mail came back');
  }

  private deliveryOf(address: string): string | null {
    const at = address.lastIndexOf('@');
    return at < 0 ? null : this.addresses.read(address.slice(0, at));
  }

  /** Nobody can make up a delivery of somebody else's: what is mentioned is signed, too. */
  private mentioned(text: string): string[] {
    const found = new Set([...text.matchAll(candidates)].map(([part]) => part).slice(0, MOST));
    return [...found].flatMap((part) => this.addresses.read(part) ?? []).slice(0, 1);
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
