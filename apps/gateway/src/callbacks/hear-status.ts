import { readDeliveryId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { type MessageReport, messageReport } from '@carillon/twilio';
import { Injectable } from '@nestjs/common';
import type { Callback } from './check-callback';
import { channelOf, personOf, senderOf } from './twilio-address';
import { errorOf, messageOf, statusOf } from './twilio-words';

/**
 * Passes on what became of a message, and that somebody wants no more of them. Nothing of it is worked in here; a status
 * that says nothing, and one about no delivery of ours, is answered like any other.
 */
@Injectable()
export class HearStatus {
  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError service_unavailable: the broker is away */
  async execute(callback: Callback): Promise<void> {
    const report = messageReport(statusOf(callback.fields), errorOf(callback.fields));
    if (!report) return;
    const at = this.clock.now().toISOString();
    // The suppression first: when this is told again, it does no harm.
    if (report.suppress) await this.refuse(callback, report.suppress, at);
    await this.pass(callback, report, at);
  }

  private async pass(
    { integrationId, query, fields }: Callback,
    report: MessageReport,
    at: string,
  ): Promise<void> {
    const deliveryId = query.get('delivery') ?? '';
    const providerId = messageOf(fields);
    if (providerId === null || !readDeliveryId(deliveryId)) return;
    const { status: state, reason, permanent, providerCode } = report;
    const said = { state, reason, permanent, providerCode };
    await this.messenger.publish('delivery.reported', { deliveryId, integrationId, providerId, ...said, at });
  }

  private async refuse({ userId, fields }: Callback, cause: 'STOPPED', at: string): Promise<void> {
    const { To = '', From = '' } = fields;
    const address = personOf(To);
    if (address === null) return;
    const told = { cause, sender: senderOf(From), at };
    await this.messenger.publish('address.refused', {
      userId,
      channel: channelOf(To),
      addresses: [address],
      ...told,
    });
  }
}
