import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { ApiAnswer, ApiRequest, FakeApi, FakeApiMail, NoAnswer } from '../apis/fake-api';
import { type FakeApiOptions, encoded, isWrong, jsonOf, newId } from '../apis/fake-api-mail';
import { type MailEvent, MailWebhooks, type SignedWebhook } from '../apis/mail-webhooks';

const Text = Type.String({ minLength: 1 });

/** https://postmarkapp.com/developer/api/email-api#send-a-single-email: the fields that Carillon sends. */
const Message = Type.Object(
  {
    From: Text,
    To: Text,
    ReplyTo: Type.Optional(Text),
    Subject: Type.Optional(Type.String({ maxLength: 2_000 })),
    TextBody: Type.Optional(Text),
    HtmlBody: Type.Optional(Text),
    Headers: Type.Optional(
      Type.Array(Type.Object({ Name: Text, Value: Type.String() }, { additionalProperties: false })),
    ),
    TrackOpens: Type.Optional(Type.Boolean()),
    TrackLinks: Type.Optional(
      Type.Union(['None', 'HtmlAndText', 'HtmlOnly', 'TextOnly'].map((each) => Type.Literal(each))),
    ),
    // https://postmarkapp.com/support/article/1125-custom-metadata-faq
    Metadata: Type.Optional(Type.Record(Type.String({ maxLength: 20 }), Type.String({ maxLength: 80 }))),
    MessageStream: Type.Optional(Text),
    Attachments: Type.Optional(
      Type.Array(
        Type.Object(
          { Name: Text, Content: Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$' }), ContentType: Text },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { additionalProperties: false },
);
type Message = Static<typeof Message>;

const Webhook = Type.Object({
  Url: Text,
  MessageStream: Type.Optional(Text),
  HttpAuth: Type.Optional(Type.Object({ Username: Text, Password: Text })),
  Triggers: Type.Record(Type.String(), Type.Object({ Enabled: Type.Boolean() })),
});
type Webhook = Static<typeof Webhook> & { server: string };

const MOST_MESSAGES = 500;
const MOST_BATCH_BYTES = 50 * 1024 * 1024;
const mailbox = /^(?:"((?:[^"\\]|\\.)*)" <([^<>]+)>|([^<>"\s]+))$/;
/** https://postmarkapp.com/support/article/1180-what-does-errorcode-300-mean */
const address = /^[a-z0-9.!#$%&'`*+\-/=^_{}|~]+@(?:\.?[a-z0-9-])+$/i;

/** The part of Postmark's API that sends emails, and its webhooks. */
export class FakePostmark implements FakeApi {
  private readonly webhooks: MailWebhooks;
  private readonly receivers: Webhook[] = [];

  constructor(private readonly options: FakeApiOptions = {}) {
    this.webhooks = new MailWebhooks(options.webhooks);
  }

  async answer(request: ApiRequest): Promise<ApiAnswer | NoAnswer> {
    const server = String(request.headers['x-postmark-server-token'] ?? '');
    if (isWrong(server)) return refused(401, 10, 'The Server Token you provided is not valid.');
    if (request.path === '/server' && request.method === 'GET')
      return { status: 200, body: serverOf(server) };
    if (request.method !== 'POST') return refused(404, 0, 'Not found');
    const body = jsonOf(request);
    if (body === undefined) return refused(422, 402, 'Received invalid JSON input.');
    if (request.path === '/email') return this.single(body, server);
    if (request.path === '/email/batch') return this.batch(body, request.body.length, server);
    if (request.path === '/webhooks') return this.configure(body, server);
    return refused(404, 0, 'Not found');
  }

  close(): void {
    this.webhooks.close();
  }

  private async single(body: unknown, server: string): Promise<ApiAnswer | NoAnswer> {
    const answer = await this.take(body, server);
    if (!isResult(answer)) return answer;
    return { status: answer.ErrorCode === 0 ? 200 : 422, body: answer };
  }

  private async batch(body: unknown, bytes: number, server: string): Promise<ApiAnswer | NoAnswer> {
    if (!Array.isArray(body)) return refused(422, 403, 'Incompatible JSON');
    if (body.length > MOST_MESSAGES) return refused(422, 410, 'Too many batch messages.');
    if (bytes > MOST_BATCH_BYTES) return refused(413, 0, 'The request is too large.');
    const results: object[] = [];
    for (const message of body as unknown[]) {
      const answer = await this.take(message, server);
      if (!isResult(answer)) return answer;
      results.push(answer);
    }
    return { status: 200, body: results };
  }

  private async take(body: unknown, server: string): Promise<ApiAnswer | NoAnswer | MessageResult> {
    const fault = faultIn(body);
    if (fault) return { ErrorCode: 300, Message: fault };
    const mail = mailOf(body as Message);
    const act = (await this.options.conduct?.(mail)) ?? 'takes';
    if (act !== 'takes') return act;
    await this.options.take?.(mail);
    const stream = (body as Message).MessageStream;
    this.webhooks.begin(mail, (event) => this.webhooksOf(event, server, stream));
    const { to, id } = mail;
    return { To: to, SubmittedAt: new Date().toISOString(), MessageID: id, ErrorCode: 0, Message: 'OK' };
  }

  /** https://postmarkapp.com/developer/api/webhooks-api#create-a-webhook */
  private configure(body: unknown, server: string): ApiAnswer {
    if (!Value.Check(Webhook, body) || !URL.canParse(body.Url)) return refused(422, 403, 'Incompatible JSON');
    this.receivers.push({ ...body, server });
    return { status: 200, body: { ID: this.receivers.length, ...body } };
  }

  private webhooksOf(event: MailEvent, server: string, stream = 'outbound'): SignedWebhook[] {
    const trigger = event.refusal === null ? 'Delivery' : 'Bounce';
    return this.receivers
      .filter(({ MessageStream: of = 'outbound', ...each }) => each.server === server && of === stream)
      .filter(({ Triggers: triggers }) => triggers[trigger]?.Enabled === true)
      .map(({ Url: url, HttpAuth: auth }) => {
        const login = auth && Buffer.from(`${auth.Username}:${auth.Password}`).toString('base64');
        const authorization = login === undefined ? {} : { authorization: `Basic ${login}` };
        return {
          ...{ url, headers: { 'content-type': 'application/json', ...authorization } },
          body: JSON.stringify(eventOf(event, stream)),
        };
      });
  }
}

/** https://postmarkapp.com/developer/api/server-api#get-the-server */
function serverOf(token: string): object {
  return {
    ...{ ID: 1, Name: 'Sandbox', ApiTokens: [token], Color: 'blue', DeliveryType: 'Sandbox' },
    ...{ ServerLink: 'https://postmarkapp.com/servers/1/streams', SmtpApiActivated: false },
    ...{ RawEmailEnabled: false, PostFirstOpenOnly: false, TrackOpens: false, TrackLinks: 'None' },
    ...{ InboundAddress: '0@inbound.postmarkapp.com', InboundHash: '0', InboundSpamThreshold: 0 },
    ...{ IncludeBounceContentInHook: false, EnableSmtpApiErrorHooks: false },
  };
}

interface MessageResult {
  ErrorCode: number;
  Message: string;
  [field: string]: unknown;
}

function isResult(answer: ApiAnswer | NoAnswer | MessageResult): answer is MessageResult {
  return typeof answer === 'object' && 'ErrorCode' in answer;
}

function refused(status: number, code: number, message: string): ApiAnswer {
  return { status, body: { ErrorCode: code, Message: message } };
}

function faultIn(body: unknown): string | null {
  if (!Value.Check(Message, body)) {
    const error = Value.Errors(Message, body).First();
    return `${error?.path.slice(1) ?? ''}: ${error?.message ?? 'invalid'}`;
  }
  if (addressIn(body.From) === null) return `Invalid 'From' address: '${body.From}'.`;
  if (addressIn(body.To) === null) return `Invalid 'To' address: '${body.To}'.`;
  if (body.TextBody === undefined && body.HtmlBody === undefined)
    return 'Provide either email TextBody or HtmlBody or both.';
  return null;
}

function addressIn(field: string): string | null {
  const [, , named, bare] = mailbox.exec(field) ?? [];
  const found = named ?? bare ?? '';
  return address.test(found) ? found : null;
}

function nameIn(field: string): string {
  const [, name = ''] = mailbox.exec(field) ?? [];
  return name.replace(/\\(.)/g, '$1');
}

function mailOf(message: Message): FakeApiMail {
  const { From, To, ReplyTo, Subject, TextBody, HtmlBody, Headers = [], Attachments = [] } = message;
  const sender = addressIn(From) ?? '';
  return {
    ...{ id: newId(), sender, to: addressIn(To) ?? '' },
    token: message.Metadata?.carillon ?? null,
    message: () =>
      encoded({
        from: { name: nameIn(From), address: sender },
        ...(ReplyTo !== undefined && { replyTo: ReplyTo }),
        ...{ to: To, subject: Subject ?? '', text: TextBody, html: HtmlBody },
        headers: Headers.filter(({ Name }) => Name.toLowerCase() !== 'x-pm-keepid').map(
          ({ Name, Value }) => ({
            key: Name,
            value: Value,
          }),
        ),
        attachments: Attachments.map(({ Name, Content, ContentType }) => ({
          ...{ filename: Name, contentType: ContentType, content: Content, encoding: 'base64' },
        })),
      }),
  };
}

/** https://postmarkapp.com/developer/webhooks/bounce-webhook, …/delivery-webhook */
function eventOf({ mail, refusal, at }: MailEvent, stream: string): object {
  const about = {
    MessageStream: stream,
    MessageID: mail.id,
    Metadata: mail.token === null ? {} : { carillon: mail.token },
  };
  if (refusal === null)
    return { RecordType: 'Delivery', ...about, Recipient: mail.to, DeliveredAt: at.toISOString() };
  const { reply, isHard, isBlock } = refusal;
  return {
    ...{ RecordType: 'Bounce', Type: isBlock ? 'Blocked' : isHard ? 'HardBounce' : 'SoftBounce' },
    ...{ ...about, Email: mail.to, From: mail.sender, BouncedAt: at.toISOString() },
    ...{ Details: `smtp;${reply}`, Description: 'The server refused the email' },
  };
}
