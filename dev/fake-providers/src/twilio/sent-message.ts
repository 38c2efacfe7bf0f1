import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { type TwilioAccount } from './accounts';
import { type MessageStatus, progress, type StatusStep } from './statuses';
import { type TwilioCode, twilioErrors } from './errors';
import { type MessageRequest, type TextChannel } from './message-request';
import { segments } from './segments';

/** An accepted message and its current status. */
export class SentMessage {
  readonly sid: string = newSid('SM');
  readonly createdAt = new Date();
  status: MessageStatus;
  errorCode: TwilioCode | null = null;
  sentAt: Date | null = null;
  updatedAt = this.createdAt;

  constructor(
    readonly account: TwilioAccount,
    readonly request: MessageRequest,
  ) {
    this.status = request.messagingServiceSid === null ? 'queued' : 'accepted';
  }

  get channel(): TextChannel {
    return this.request.channel;
  }

  /**
   * Applies a status report if it advances the status, in any order of reports. @returns whether the status changed
   */
  advance({ status, errorCode }: StatusStep): boolean {
    if (progress[status] <= progress[this.status]) return false;
    this.status = status;
    this.errorCode = errorCode ?? null;
    this.updatedAt = new Date();
    this.sentAt ??= progress[status] >= progress.sent ? this.updatedAt : null;
    return true;
  }
}

const KEPT = 20_000;

/** The newest accepted messages with their statuses. A restart clears them. Emits `changed` when a status changes. */
export class SentMessages extends EventEmitter<{ changed: [] }> {
  private readonly bySid = new Map<string, SentMessage>();

  constructor() {
    super();
    this.setMaxListeners(0);
  }

  add(message: SentMessage): void {
    this.bySid.set(message.sid, message);
    const [oldest] = this.bySid.keys();
    if (this.bySid.size > KEPT && oldest !== undefined) this.bySid.delete(oldest);
  }

  find(sid: string): SentMessage | undefined {
    return this.bySid.get(sid);
  }

  /** Returns all messages of an account, newest first. */
  of(account: TwilioAccount): SentMessage[] {
    return [...this.bySid.values()].filter((message) => message.account === account).reverse();
  }

  advance(message: SentMessage, step: StatusStep): void {
    if (message.advance(step)) this.emit('changed');
  }
}

const API_VERSION = '2010-04-01';

/**
 * Returns a message in the API's format: https://www.twilio.com/docs/messaging/api/message-resource#message-properties
 */
export function messageResource(message: SentMessage): object {
  const { sid, account, channel, request, status, errorCode } = message;
  const uri = `/${API_VERSION}/Accounts/${account.sid}/Messages/${sid}`;
  const isPending = status === 'accepted';
  // WhatsApp has no segments: the count is always one.
  const parts = channel === 'SMS' ? segments(request.text) : 1;
  return {
    account_sid: account.sid,
    api_version: API_VERSION,
    body: request.text,
    date_created: rfc2822(message.createdAt),
    date_sent: message.sentAt && rfc2822(message.sentAt),
    date_updated: rfc2822(message.updatedAt),
    direction: 'outbound-api',
    error_code: errorCode,
    error_message: errorCode && twilioErrors[errorCode].message,
    // A messaging service has not yet chosen a number.
    from: isPending ? null : twilioAddress(channel, request.sender),
    messaging_service_sid: request.messagingServiceSid,
    num_media: '0',
    num_segments: isPending ? '0' : String(parts),
    price: null,
    price_unit: 'USD',
    sid,
    status,
    subresource_uris: { media: `${uri}/Media.json` },
    to: twilioAddress(channel, request.to),
    uri: `${uri}.json`,
  };
}

/**
 * Returns a page of messages in the API's format:
 * https://www.twilio.com/docs/usage/twilios-response#response-formats-list-paging-information
 */
export function messagePage(
  { sid }: TwilioAccount,
  all: readonly SentMessage[],
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): object {
  const start = page * pageSize;
  const shown = all.slice(start, start + pageSize);
  const uri = (number: number): string =>
    `/${API_VERSION}/Accounts/${sid}/Messages.json?PageSize=${pageSize}&Page=${number}`;
  return {
    end: Math.max(0, start + shown.length - 1),
    first_page_uri: uri(0),
    messages: shown.map(messageResource),
    next_page_uri: start + pageSize < all.length ? uri(page + 1) : null,
    page,
    page_size: pageSize,
    previous_page_uri: page > 0 ? uri(page - 1) : null,
    start,
    uri: uri(page),
  };
}

/** Returns an account in the API's format, without its auth token. */
export function accountResource({ sid }: TwilioAccount, since: Date): object {
  const uri = `/${API_VERSION}/Accounts/${sid}`;
  return {
    auth_token: null,
    date_created: rfc2822(since),
    date_updated: rfc2822(since),
    friendly_name: 'Carillon sandbox',
    owner_account_sid: sid,
    sid,
    status: 'active',
    subresource_uris: { messages: `${uri}/Messages.json` },
    type: 'Full',
    uri: `${uri}.json`,
  };
}

/** Returns a number in Twilio's format: `whatsapp:+…` for WhatsApp, or without a prefix for SMS. */
export function twilioAddress(channel: TextChannel, number: string): string {
  return channel === 'WHATSAPP' ? `whatsapp:${number}` : number;
}

/** Two letters and 32 hex digits. */
export function newSid(prefix: string): string {
  return prefix + randomUUID().replaceAll('-', '');
}

/** `Thu, 24 Aug 2023 05:01:45 +0000` */
function rfc2822(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000');
}
