import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { ApiAnswer, ApiRequest } from '../apis/fake-api';
import type { StatusStep } from '../twilio/statuses';
import {
  FakePhoneApi,
  type FakePhoneApiOptions,
  type PhoneApiMessage,
  type PhoneRefusal,
  type PhoneText,
  type SignedWebhook,
  jsonIn,
} from './fake-phone-api';

/** The application whose login is refused. */
export const WRONG_APPLICATION = '00000000-0000-0000-0000-000000000000';

const number = /^[1-9]\d{6,14}$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const senderName = /^[A-Za-z0-9][A-Za-z0-9 +_&-]{0,10}$/;

type Body = Readonly<Record<string, unknown>>;

/**
 * Vonage's Messages API, version 1, for SMS and MMS. https://developer.vonage.com/en/api/messages
 * The errors are those of https://developer.vonage.com/en/api-errors/messages.
 */
export class FakeVonage extends FakePhoneApi {
  constructor(
    /** The secret that signs webhooks. */
    private readonly signatureSecret: string,
    options: FakePhoneApiOptions = {},
  ) {
    super(options);
  }

  protected override read(request: ApiRequest): PhoneApiMessage | ApiAnswer {
    if (request.path !== '/v1/messages') return problem(404, 'not-found', 'The resource does not exist');
    if (request.method !== 'POST') return problem(405, 'method-not-allowed', 'Use POST');
    if (!isLogin(request.headers.authorization ?? ''))
      return problem(401, 'unauthorized', 'You did not provide correct credentials.');
    const body = jsonIn(request);
    const fault = faultIn(body);
    if (fault !== null) return error(422, 1020, `Invalid params: ${fault}`);
    const file = fieldsIn(body[String(body.message_type)]);
    return {
      to: international(String(body.to)),
      from: international(String(body.from)),
      text: [body.text, file.caption].find((each) => typeof each === 'string') ?? '',
      mediaUrl: body.channel === 'mms' ? String(file.url) : null,
      webhookUrl: typeof body.webhook_url === 'string' ? body.webhook_url : null,
      body,
    };
  }

  protected override accept(_message: PhoneApiMessage, id: string): ApiAnswer {
    return { status: 202, body: { message_uuid: id } };
  }

  protected override refuse(refusal: PhoneRefusal): ApiAnswer {
    switch (refusal) {
      case 'too many requests':
        return error(429, 1000, 'Throttled - You have exceeded the submission capacity', 1);
      case 'queue full':
        return error(429, 1000, 'Throttled - You have exceeded the submission capacity', 300);
      case 'internal error':
        return error(500, 1030, 'Internal error');
      case 'unavailable':
        return { status: 503, body: 'Service Unavailable' };
      default:
        return error(422, refusals[refusal], refusal);
    }
  }

  protected override statusWebhook(
    { to, from, body }: PhoneApiMessage,
    id: string,
    { status, errorCode }: StatusStep,
  ): SignedWebhook | null {
    const reported = statuses[status];
    if (reported === undefined) return null;
    const code = errorCode === undefined ? null : errorCode === 30005 ? 1190 : 1180;
    return this.signed({
      message_uuid: id,
      ...{ to: to.slice(1), from: national(from), channel: body.channel },
      timestamp: new Date().toISOString(),
      status: reported,
      ...(body.client_ref !== undefined && { client_ref: body.client_ref }),
      ...(code !== null && { error: errorBody(code, 'Absent Subscriber') }),
      ...(reported === 'submitted' && {
        usage: { currency: 'EUR', price: '0.0333' },
        sms: { count_total: '1' },
      }),
    });
  }

  protected override inboundWebhook({ id, from, to, text }: PhoneText): SignedWebhook {
    return this.signed({
      channel: 'sms',
      message_uuid: id,
      ...{ to: national(to), from: national(from), timestamp: new Date().toISOString() },
      ...{ text, message_type: 'text', sms: { num_messages: '1', keyword: text.split(/\s/, 1).join('') } },
    });
  }

  /** https://developer.vonage.com/en/getting-started/concepts/webhooks#signed-webhooks */
  private signed(event: object): SignedWebhook {
    const body = JSON.stringify(event);
    const payload_hash = createHash('sha256').update(body).digest('hex');
    const claims = { iat: Math.floor(Date.now() / 1_000), jti: randomUUID(), iss: 'Vonage', payload_hash };
    const signed = [
      { alg: 'HS256', typ: 'JWT' },
      { ...claims, api_key: 'a1b2c3d4' },
    ]
      .map(encoded)
      .join('.');
    const mac = createHmac('sha256', this.signatureSecret).update(signed).digest('base64url');
    return {
      headers: { 'content-type': 'application/json', authorization: `Bearer ${signed}.${mac}` },
      body,
    };
  }
}

const refusals = {
  'invalid number': 1170,
  'no route': 1250,
  'country not allowed': 1160,
  'opted out': 1240,
  landline: 1260,
  'invalid sender': 1120,
} as const satisfies Partial<Record<PhoneRefusal, number>>;

const statuses: Readonly<Record<string, string>> = {
  sent: 'submitted',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'rejected',
};

/** The first invalid parameter. Null: none. */
function faultIn(body: Body): string | null {
  const { to, from, channel, message_type: kind, text, client_ref: ref, ttl, webhook_url: url } = body;
  if (typeof to !== 'string' || !number.test(to)) return 'to';
  if (typeof from !== 'string' || !(number.test(from) || senderName.test(from))) return 'from';
  if (channel === 'sms') {
    if (kind !== 'text') return 'message_type';
    if (typeof text !== 'string' || text === '' || text.length > 1_000) return 'text';
  } else if (channel === 'mms') {
    if (kind !== 'image' && kind !== 'video') return 'message_type';
    const { url: file, caption } = fieldsIn(body[kind]);
    if (typeof file !== 'string' || !URL.canParse(file)) return `${kind}.url`;
    if (caption !== undefined && (typeof caption !== 'string' || caption.length > 2_000))
      return `${kind}.caption`;
  } else return 'channel';
  if (ref !== undefined && (typeof ref !== 'string' || ref.length > 100)) return 'client_ref';
  const [least, most] = channel === 'mms' ? [300, 259_200] : [20, 604_800];
  if (ttl !== undefined && !(Number.isInteger(ttl) && Number(ttl) >= least && Number(ttl) <= most))
    return 'ttl';
  if (url !== undefined && (typeof url !== 'string' || !URL.canParse(url))) return 'webhook_url';
  return null;
}

/** Whether a JWT names an application and is valid now. The fake can't verify its signature. */
function isLogin(authorization: string): boolean {
  const [, header = '', claims = '', signature = ''] =
    /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(authorization) ?? [];
  const { application_id: application, iat, exp, jti } = decoded(claims);
  const now = Date.now() / 1_000;
  return (
    decoded(header).alg === 'RS256' &&
    signature.length >= 342 &&
    typeof application === 'string' &&
    uuid.test(application) &&
    application !== WRONG_APPLICATION &&
    typeof jti === 'string' &&
    Number(iat) <= now + 60 &&
    Number(exp) > now
  );
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function decoded(part: string): Body {
  try {
    return fieldsIn(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')));
  } catch {
    return {};
  }
}

function fieldsIn(value: unknown): Body {
  return typeof value === 'object' && value !== null ? (value as Body) : {};
}

function error(status: number, code: number, detail: string, retryAfterS?: number): ApiAnswer {
  return {
    status,
    body: errorBody(code, detail),
    ...(retryAfterS !== undefined && { headers: { 'retry-after': String(retryAfterS) } }),
  };
}

function errorBody(code: number, detail: string): object {
  const type = `https://developer.vonage.com/api-errors/messages#${code}`;
  return { type, title: String(code), detail, instance: randomUUID() };
}

function problem(status: number, name: string, detail: string): ApiAnswer {
  const type = `https://developer.vonage.com/api-errors#${name}`;
  return { status, body: { type, title: name, detail, instance: randomUUID() } };
}

function national(from: string): string {
  return from.replace(/^\+/, '');
}

function international(from: string): string {
  return /^\d{9,15}$/.test(from) ? `+${from}` : from;
}
