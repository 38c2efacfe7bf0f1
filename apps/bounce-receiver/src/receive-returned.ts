import { Inject, Injectable } from '@nestjs/common';
import { ReturnedMails } from '@carillon/feedback';
import { Messenger } from '@carillon/messaging';
import { Clock, Logger, Metrics, parseSecret } from '@carillon/platform';
import { parseKeyRing } from '@carillon/vault';
import { type BounceReceiverConfig, bounceReceiverConfig } from './config';

/** Knows which addresses take mail, and tells the dispatcher what the mail says. */
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
    this.mails = metrics.counter('carillon_returned_mails_total', 'Mails that came back, by what they say', [
      'kind',
    ]);
  }

  /** Whether an address is a signed return path, or one that feedback loops report to. */
  takes(address: string): boolean {
    return this.returned.deliveryOf(address) !== null || this.loops.has(address.toLowerCase());
  }

  /**
   * Resolves when the broker has stored what the mail says of its delivery, or if it says nothing of one.
   * @param envelope `sender`: empty for what servers write
   * @param mail the whole, or the beginning of a long one
   * @throws AppError service_unavailable if the broker does not store it
   */
  async receive(
    { sender, recipients }: { sender: string; recipients: readonly string[] },
    mail: Uint8Array,
  ): Promise<void> {
    const { kind, deliveries } = await this.returned.take({ recipients, sender, mail, at: this.clock.now() });
    this.mails.inc({ kind });
    this.log.debug({ kind, deliveries }, 'a mail came back');
  }
}
