import { type Account } from './accounts';
import { type SentMessage, twilioAddress } from './sent-message';
import { twilioErrors } from './twilio-errors';

const API_VERSION = '2010-04-01';

/** A message as the API answers it: https://www.twilio.com/docs/messaging/api/message-resource#message-properties */
export function messageResource(message: SentMessage): object {
  const { sid, account, channel, request, status, errorCode } = message;
  const uri = `/${API_VERSION}/Accounts/${account.sid}/Messages/${sid}`;
  const isPending = status === 'accepted';
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
    // A messaging service has not yet chosen one.
    from: isPending ? null : twilioAddress(channel, request.sender),
    messaging_service_sid: request.messagingServiceSid,
    num_media: '0',
    num_segments: isPending ? '0' : String(message.segments),
    price: null,
    price_unit: 'USD',
    sid,
    status,
    subresource_uris: { media: `${uri}/Media.json` },
    to: twilioAddress(channel, request.to),
    uri: `${uri}.json`,
  };
}

/** A page of messages as the API answers it: https://www.twilio.com/docs/usage/twilios-response#response-formats-list-paging-information */
export function messagePage(
  { sid }: Account,
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

/** An account as the API answers it. Its auth token is not given away. */
export function accountResource({ sid }: Account, since: Date): object {
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

/** `Thu, 24 Aug 2023 05:01:45 +0000` */
function rfc2822(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000');
}
