import { type KeyObject, generateKeyPairSync, sign } from 'node:crypto';
import type { ApiAnswer, ApiRequest } from '../apis/fake-api';
import { jsonOf, newId } from '../apis/fake-api-mail';
import type { MailEvent, SignedWebhook } from '../apis/mail-webhooks';
import { refused } from './refused';

export const EVENT_SETTINGS = '/v3/user/webhooks/event/settings';

interface Receiver {
  readonly id: string;
  readonly url: string;
  readonly account: string;
  readonly isEnabled: boolean;
  readonly reports: { readonly delivered: boolean; readonly bounce: boolean };
  /** Absent until signing is turned on. */
  keys?: { privateKey: KeyObject; publicKey: KeyObject };
}

/**
 * The Event Webhooks of all accounts, which are configured as at SendGrid:
 * https://www.twilio.com/docs/sendgrid/api-reference/webhooks/create-a-new-event-webhook
 */
export class EventReceivers {
  private readonly receivers = new Map<string, Receiver>();

  answer(request: ApiRequest, account: string): ApiAnswer {
    const rest = request.path.slice(EVENT_SETTINGS.length);
    if (rest === '' && request.method === 'POST') return this.create(request, account);
    const [, id = ''] = /^\/signed\/(\w+)$/.exec(rest) ?? [];
    const receiver = this.receivers.get(id);
    if (receiver?.account !== account) return refused(404, 'not found');
    if (request.method === 'PATCH') {
      const { enabled } = (jsonOf(request) ?? {}) as { enabled?: unknown };
      if (typeof enabled !== 'boolean') return refused(400, 'enabled must be a boolean', 'enabled');
      if (enabled) receiver.keys ??= generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
      else delete receiver.keys;
    } else if (request.method !== 'GET') return refused(405, 'method not allowed');
    const key = receiver.keys?.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    return { status: 200, body: { id, public_key: key ?? '' } };
  }

  webhooksOf(event: MailEvent, account: string): SignedWebhook[] {
    const kind = event.refusal === null ? 'delivered' : 'bounce';
    return [...this.receivers.values()]
      .filter((receiver) => receiver.account === account && receiver.isEnabled && receiver.reports[kind])
      .map(({ url, keys }) => {
        const body = JSON.stringify([eventOf(event)]);
        return { url, headers: headersFor(body, event.at, keys?.privateKey), body };
      });
  }

  private create(request: ApiRequest, account: string): ApiAnswer {
    const settings = (jsonOf(request) ?? {}) as Record<string, unknown>;
    const { url, enabled, delivered = false, bounce = false } = settings;
    if (typeof url !== 'string' || !URL.canParse(url)) return refused(400, 'url is not valid', 'url');
    const receiver = {
      ...{ id: newId(), url, account, isEnabled: enabled === true },
      reports: { delivered: delivered === true, bounce: bounce === true },
    };
    this.receivers.set(receiver.id, receiver);
    return { status: 201, body: { ...settings, id: receiver.id } };
  }
}

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
function eventOf({ mail, refusal, at }: MailEvent): object {
  const about = {
    email: mail.to,
    timestamp: Math.floor(at.getTime() / 1_000),
    sg_event_id: newId(),
    sg_message_id: mail.id,
    ...(mail.token !== null && { carillon: mail.token }),
  };
  if (refusal === null) return { ...about, event: 'delivered', response: '250 2.0.0 OK' };
  const { reply, status, isHard, isBlock } = refusal;
  const kind = isBlock ? 'Reputation' : isHard ? 'Invalid Address' : 'Mailbox Unavailable';
  return {
    ...{ ...about, event: 'bounce', type: isHard && !isBlock ? 'bounce' : 'blocked' },
    ...{ status, reason: reply, bounce_classification: kind },
  };
}

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features */
function headersFor(body: string, at: Date, key: KeyObject | undefined): Record<string, string> {
  if (!key) return { 'content-type': 'application/json' };
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  return {
    'content-type': 'application/json',
    'x-twilio-email-event-webhook-timestamp': timestamp,
    'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(timestamp + body), key).toString(
      'base64',
    ),
  };
}
