import { Inject, Injectable } from '@nestjs/common';
import { ReturnedMails } from '@carillon/feedback';
import { Messenger } from '@carillon/messaging';
import { Clock, Logger, Metrics, parseSecret } from '@carillon/platform';
import { parseKeyRing } from '@carillon/vault';
import { type BounceReceiverConfig, bounceReceiverConfig } from './config';

/** Decides which addresses accept mail, and reports the content of mail to the dispatcher. */
@Injectable()
export class ReceiveReturned {
  private readonly returned: ReturnedMails;
  private readonly loops: ReadonlySet<string>;
  private readonly mails;

  constructor(
    messenger: Messenger,
    private readonly clock: Clock,
    private readonly log: Logger,
    @Inject(bounceReceiverConfig.token) config: BounceReceiverConfig,
    metrics: Metrics,
  ) {
    this.returned = new ReturnedMails(parseSecret('LINK_KEYS', config.LINK_KEYS, parseKeyRing), {
      delivery: (returned) => messenger.publish('delivery.returned', returned),
      address: (returned) => messenger.publish('address.returned', returned),
    });
    this.loops = new Set((config.FEEDBACK_ADDRESSES ?? '').toLowerCase().split(',').filter(Boolean));
    this.mails = metrics.counter('carillon_returned_mails_total', 'Returned emails, by type', ['kind']);
  }

  /** Whether an address is a signed return path, or an address of feedback loops. */
  accepts(address: string): boolean {
    return this.returned.deliveryOf(address) !== null || this.loops.has(address.toLowerCase());
  }

  /**
   * Resolves when the broker has stored the report of an email, or the email contains none.
   * @param envelope `sender`: empty for mail from servers
   * @param mail the complete mail, or the beginning of a long one
   * @throws AppError service_unavailable if the broker doesn't store it
   */
  async receive(
    { sender, recipients }: { sender: string; recipients: readonly string[] },
    mail: Uint8Array,
  ): Promise<void> {
    const { kind, deliveries } = await this.returned.take({ recipients, sender, mail, at: this.clock.now() });
    this.mails.inc({ kind });
    this.log.debug({ kind, deliveries }, 'received a bounce');
  }
}
