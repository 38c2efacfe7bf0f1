import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { ApiAnswer, ApiRequest, FakeApi, FakeApiMail, NoAnswer } from '../apis/fake-api';
import { type FakeApiOptions, encoded, isWrong, jsonOf, newId } from '../apis/fake-api-mail';
import { MailWebhooks } from '../apis/mail-webhooks';
import { EVENT_SETTINGS, EventReceivers } from './event-receivers';
import { refused } from './refused';

const Text = Type.String({ minLength: 1 });
const Address = Type.Object(
  { email: Type.String(), name: Type.Optional(Type.String()) },
  { additionalProperties: false },
);
const Switch = Type.Object({ enable: Type.Boolean(), enable_text: Type.Optional(Type.Boolean()) });

/** https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send: the fields that Carillon sends. */
const MailSend = Type.Object(
  {
    personalizations: Type.Array(
      Type.Object({ to: Type.Array(Address, { minItems: 1 }) }, { additionalProperties: false }),
      { minItems: 1, maxItems: 1_000 },
    ),
    from: Address,
    reply_to: Type.Optional(Address),
    subject: Text,
    content: Type.Array(Type.Object({ type: Text, value: Text }, { additionalProperties: false }), {
      minItems: 1,
    }),
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    custom_args: Type.Optional(Type.Record(Type.String(), Type.String())),
    attachments: Type.Optional(
      Type.Array(
        Type.Object(
          {
            content: Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
            type: Type.Optional(Text),
            filename: Text,
            disposition: Type.Optional(Type.Union([Type.Literal('inline'), Type.Literal('attachment')])),
          },
          { additionalProperties: false },
        ),
      ),
    ),
    mail_settings: Type.Optional(Type.Object({ sandbox_mode: Switch })),
    tracking_settings: Type.Optional(
      Type.Partial(
        Type.Object({
          click_tracking: Switch,
          open_tracking: Switch,
          subscription_tracking: Switch,
          ganalytics: Switch,
        }),
      ),
    ),
  },
  { additionalProperties: false },
);
type MailSend = Static<typeof MailSend>;

const MAX_BYTES = 30 * 1024 * 1024;
const MAX_CUSTOM_ARGS_BYTES = 10_000;
const address = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;
/** https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send#request-body */
const reserved = [
  ...['x-sg-id', 'x-sg-eid', 'received', 'dkim-signature', 'content-type', 'content-transfer-encoding'],
  ...['to', 'from', 'subject', 'reply-to', 'cc', 'bcc'],
];

/** The part of SendGrid's API v3 that sends emails, and its Event Webhook. */
export class FakeSendgrid implements FakeApi {
  private readonly webhooks: MailWebhooks;
  private readonly receivers = new EventReceivers();

  constructor(private readonly options: FakeApiOptions = {}) {
    this.webhooks = new MailWebhooks(options.webhooks);
  }

  async answer(request: ApiRequest): Promise<ApiAnswer | NoAnswer> {
    const [, key = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (isWrong(key)) return refused(401, 'The provided authorization grant is invalid, expired, or revoked');
    if (request.path.startsWith(EVENT_SETTINGS)) return this.receivers.answer(request, key);
    if (request.path !== '/v3/mail/send') return refused(404, 'not found');
    if (request.method !== 'POST') return refused(405, 'method not allowed');
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
      return refused(415, 'Content-Type should be application/json.');
    if (request.body.length > MAX_BYTES) return refused(413, 'The payload is too large.');
    const mail = jsonOf(request);
    if (mail === undefined) return refused(400, 'Bad Request');
    const fault = faultIn(mail);
    if (fault) return refused(400, fault.message, fault.field);
    return this.take(mail as MailSend, key);
  }

  close(): void {
    this.webhooks.close();
  }

  private async take(send: MailSend, key: string): Promise<ApiAnswer | NoAnswer> {
    if (send.mail_settings?.sandbox_mode.enable) return { status: 200 };
    const mails = mailsOf(send);
    for (const mail of mails) {
      const act = (await this.options.conduct?.(mail)) ?? 'takes';
      if (act !== 'takes') return act;
    }
    for (const mail of mails) {
      await this.options.take?.(mail);
      this.webhooks.begin(mail, (event) => this.receivers.webhooksOf(event, key));
    }
    return { status: 202, headers: { 'x-message-id': mails[0]?.id ?? '' } };
  }
}

function faultIn(mail: unknown): { message: string; field: string } | null {
  if (!Value.Check(MailSend, mail)) {
    const error = Value.Errors(MailSend, mail).First();
    const field = error?.path.slice(1).replaceAll('/', '.') ?? '';
    return { message: error?.message ?? 'Bad Request', field };
  }
  const recipients = mail.personalizations.flatMap(({ to }) => to.map(({ email }) => email.toLowerCase()));
  const wrong = mail.personalizations.findIndex(({ to }) => to.some(({ email }) => !address.test(email)));
  if (wrong >= 0)
    return { message: 'Does not contain a valid address.', field: `personalizations.${wrong}.to.0.email` };
  if (new Set(recipients).size < recipients.length)
    return {
      message: 'Each email address in the personalization block should be unique.',
      field: 'personalizations',
    };
  if (!address.test(mail.from.email))
    return { message: 'The from email does not contain a valid address.', field: 'from.email' };
  const types = mail.content.map(({ type }) => type);
  if (types.includes('text/plain') && types[0] !== 'text/plain')
    return {
      message: 'If present, text/plain and text/html may only be provided once, text/plain first.',
      field: 'content',
    };
  const header = Object.keys(mail.headers ?? {}).find((name) => reserved.includes(name.toLowerCase()));
  if (header !== undefined) return { message: `Reserved header: ${header}`, field: `headers.${header}` };
  const argumentBytes = Buffer.byteLength(JSON.stringify(mail.custom_args ?? {}));
  if (argumentBytes > MAX_CUSTOM_ARGS_BYTES)
    return { message: 'The custom_args are larger than 10000 bytes.', field: 'custom_args' };
  return null;
}

function mailsOf(send: MailSend): FakeApiMail[] {
  const { from, subject, content, headers = {}, attachments = [] } = send;
  const valueOf = (type: string): string | undefined => content.find((each) => each.type === type)?.value;
  return send.personalizations.flatMap(({ to }) =>
    to.map(({ email }): FakeApiMail => ({
      id: newId(),
      sender: from.email,
      to: email,
      token: send.custom_args?.carillon ?? null,
      message: () =>
        encoded({
          from: { name: from.name ?? '', address: from.email },
          ...(send.reply_to && { replyTo: send.reply_to.email }),
          ...{ to: email, subject, text: valueOf('text/plain'), html: valueOf('text/html'), headers },
          attachments: attachments.map(({ filename, type, content: base64 }) => ({
            ...{ filename, contentType: type, content: base64, encoding: 'base64' },
          })),
        }),
    })),
  );
}
