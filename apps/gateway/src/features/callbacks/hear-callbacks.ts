import { parsePhone } from '@carillon/address';
import { type Channel, readDeliveryId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { type MessageReport, messageReport } from '@carillon/twilio';
import { Injectable } from '@nestjs/common';
import type { Callback, CallbackFields } from './check-callback';

/** How Twilio writes the addresses of a channel. https://www.twilio.com/docs/whatsapp/api#using-phone-numbers-with-whatsapp */
const WHATSAPP = 'whatsapp:';
/** Longer than any number, short code or name that messages are sent from. */
const LONGEST = 64;
/** How Twilio names messages: https://www.twilio.com/docs/glossary/what-is-a-sid */
const sid = /^[A-Z]{2}[0-9a-fA-F]{32}$/;
const errorCode = /^\d{1,9}$/;

/** Passes on what Twilio tells. Nothing of it is worked in here. */
@Injectable()
export class HearCallbacks {
  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  /**
   * What became of a message, and that somebody wants no more of them. A status that says nothing, and one about no
   * delivery of ours, is answered like any other.
   * @throws AppError service_unavailable: the broker is away
   */
  async hearStatus(callback: Callback): Promise<void> {
    const report = messageReport(statusOf(callback.fields), errorOf(callback.fields));
    if (!report) return;
    const at = this.clock.now().toISOString();
    // The suppression first: when this is told again, it does no harm.
    if (report.suppress) await this.refuse(callback, report.suppress, at);
    await this.pass(callback, report, at);
  }

  /**
   * What a person wrote back. What did not come from a phone number has nobody to be answered for.
   * @throws AppError service_unavailable: the broker is away
   */
  async hearMessage({ userId, integrationId, fields }: Callback): Promise<void> {
    const { From = '', To = '', Body: body = '' } = fields;
    const [address, providerId] = [personOf(From), messageOf(fields)];
    if (address === null || providerId === null) return;
    await this.messenger.publish('message.received', {
      userId,
      integrationId,
      channel: channelOf(From),
      address,
      sender: senderOf(To),
      body,
      at: this.clock.now().toISOString(),
      providerId,
    });
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

/** The message that a callback is about; null: none that Twilio would name. */
function messageOf({ MessageSid, SmsSid }: CallbackFields): string | null {
  const named = MessageSid ?? SmsSid ?? '';
  return sid.test(named) ? named : null;
}

/** Twilio's word for what became of it. */
function statusOf({ MessageStatus, SmsStatus }: CallbackFields): string {
  return MessageStatus ?? SmsStatus ?? '';
}

/** Null: there is none, as where nothing failed. */
function errorOf({ ErrorCode = '' }: CallbackFields): string | null {
  return errorCode.test(ErrorCode) ? ErrorCode : null;
}

/** The channel that an address of Twilio's belongs to. */
function channelOf(address: string): Channel {
  return address.startsWith(WHATSAPP) ? 'WHATSAPP' : 'SMS';
}

/** Who sent to a person, or was written to by one, without the prefix; null: nobody can be called so. */
function senderOf(address: string): string | null {
  const sender = bare(address);
  return sender === '' || sender.length > LONGEST ? null : sender;
}

/** The canonical form of a person's address; null: it is no phone number, as with short codes. */
function personOf(address: string): string | null {
  const parsed = parsePhone(bare(address));
  return parsed.ok ? parsed.address : null;
}

function bare(address: string): string {
  return address.startsWith(WHATSAPP) ? address.slice(WHATSAPP.length) : address;
}
