import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ApiAnswer, ApiRequest, NoAnswer } from '../apis/fake-api';
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
import { type MetaTemplate, callFault, filledTemplate, listed } from './meta-templates';

export type { MetaTemplate } from './meta-templates';

type Fields = Readonly<Record<string, unknown>>;

/** What an access token has been used with. */
interface Access {
  businessAccountId: string;
  webhookUrl: string | null;
}

interface FakeMetaOptions extends FakePhoneApiOptions {
  /** The templates of every account. */
  readonly templates?: readonly MetaTemplate[];
}

const number = /^\+?[1-9]\d{6,14}$/;
const LONGEST = { text: 4_096, caption: 1_024, data: 512 };
const DEFAULT_LIMIT = 25;

/**
 * Meta's WhatsApp Cloud API. https://developers.facebook.com/documentation/business-messaging/whatsapp
 * The display number of a phone number is its ID with a plus sign. A token belongs to the business account that it was
 * last used with, and the app has one secret.
 */
export class FakeMeta extends FakePhoneApi {
  private readonly templates: readonly MetaTemplate[];
  private readonly accesses = new Map<string, Access>();
  /** The URLs that replace the URL of the account, by the ID of the phone number. */
  private readonly urls = new Map<string, string>();
  /** The business account of each phone number that has sent messages. */
  private readonly accountOf = new Map<string, string>();

  /** @param appSecret signs webhooks */
  constructor(
    private readonly appSecret: string,
    { templates = [], ...options }: FakeMetaOptions = {},
  ) {
    super(options);
    this.templates = templates;
  }

  /** Besides messages: what is known of a number, templates, and the URL of webhooks. */
  override async answer(request: ApiRequest): Promise<ApiAnswer | NoAnswer> {
    const { method, path } = request;
    const [, id = '', edge = ''] = /^\/v\d+\.\d+\/(\d+)(?:\/(\w+))?$/.exec(path) ?? [];
    if (method !== 'POST' || (edge !== '' && edge !== 'subscribed_apps')) return super.answer(request);
    const refusal = this.loginFault(request);
    return refusal ?? this.setWebhook(id, edge, request);
  }

  protected override newId(): string {
    return `wamid.${randomBytes(36).toString('base64')}`;
  }

  protected override read(request: ApiRequest): PhoneApiMessage | ApiAnswer {
    const { method, path, query } = request;
    const refusal = this.loginFault(request);
    if (refusal) return refusal;
    const [, id = '', edge = ''] = /^\/v\d+\.\d+\/(\d+)(?:\/(\w+))?$/.exec(path) ?? [];
    if (id === '') return error(400, 2500, 'Unknown path components: /');
    if (method === 'GET' && edge === '') return numberAnswer(id, query.get('fields') ?? '');
    if (method === 'GET' && edge === 'message_templates') {
      this.accessOf(request).businessAccountId = id;
      return templatesAnswer(this.templates, query);
    }
    if (method !== 'POST' || edge !== 'messages')
      return error(400, 100, `Unsupported ${method.toLowerCase()} request.`, 33);
    const body = jsonIn(request);
    return bodyFault(body, this.templates) ?? this.messageOf(body, id, request);
  }

  protected override accept({ to, body }: PhoneApiMessage, id: string): ApiAnswer {
    const isTemplate = body.type === 'template';
    return {
      status: 200,
      body: {
        messaging_product: 'whatsapp',
        contacts: [{ input: body.to, wa_id: to.slice(1) }],
        messages: [{ id, ...(isTemplate && { message_status: 'accepted' }) }],
      },
    };
  }

  protected override refuse(refusal: PhoneRefusal): ApiAnswer {
    switch (refusal) {
      case 'too many requests':
      case 'queue full':
        return error(429, 130429, '(#130429) Rate limit hit');
      case 'internal error':
        return error(500, 131000, '(#131000) Something went wrong');
      case 'unavailable':
        return error(503, 131016, '(#131016) Service unavailable');
      default: {
        const [code, message] = refusals[refusal];
        return error(400, code, message);
      }
    }
  }

  protected override statusWebhook(
    { to, from, body }: PhoneApiMessage,
    id: string,
    { status, errorCode }: StatusStep,
  ): SignedWebhook | null {
    const reported = statuses[status];
    if (reported === undefined) return null;
    const code = errorCode === undefined ? null : (failures[errorCode] ?? 131000);
    const failure = code !== null && {
      errors: [
        {
          code,
          title: 'Message undeliverable',
          message: 'Message undeliverable',
          error_data: { details: 'The message could not be delivered.' },
        },
      ],
    };
    return this.webhook(from.slice(1), 'messages', {
      statuses: [
        {
          ...{ id, status: reported, timestamp: seconds(), recipient_id: to.slice(1) },
          ...(typeof body.biz_opaque_callback_data === 'string' && {
            biz_opaque_callback_data: body.biz_opaque_callback_data,
          }),
          ...(reported === 'sent' && {
            pricing: { billable: true, pricing_model: 'PMP', category: 'marketing', type: 'regular' },
          }),
          ...failure,
        },
      ],
    });
  }

  protected override inboundWebhook({ id, from, to, text }: PhoneText): SignedWebhook {
    const person = from.slice(1);
    return this.webhook(to.slice(1), 'messages', {
      contacts: [{ profile: { name: 'A person' }, wa_id: person }],
      messages: [{ from: person, id, timestamp: seconds(), type: 'text', text: { body: text } }],
    });
  }

  /** https://developers.facebook.com/docs/graph-api/webhooks/getting-started#event-notifications */
  private webhook(phoneNumberId: string, field: string, value: object): SignedWebhook {
    const about = field === 'messages' && {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: phoneNumberId, phone_number_id: phoneNumberId },
    };
    const id = this.accountOf.get(phoneNumberId) ?? '0';
    const entry = [{ id, time: Number(seconds()), changes: [{ field, value: { ...about, ...value } }] }];
    const body = escaped(JSON.stringify({ object: 'whatsapp_business_account', entry }));
    const mac = createHmac('sha256', this.appSecret).update(body).digest('hex');
    return {
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${mac}` },
      body,
    };
  }

  private messageOf(body: Fields, phoneNumberId: string, request: ApiRequest): PhoneApiMessage {
    const access = this.accessOf(request);
    this.accountOf.set(phoneNumberId, access.businessAccountId);
    const file = fieldsIn(body[String(body.type)]);
    const text =
      body.type === 'template' ? filledTemplate(this.templates, file) : (file.body ?? file.caption);
    return {
      to: `+${String(body.to).replace('+', '')}`,
      from: `+${phoneNumberId}`,
      text: typeof text === 'string' ? text : '',
      mediaUrl: typeof file.link === 'string' ? file.link : null,
      webhookUrl: this.urls.get(phoneNumberId) ?? access.webhookUrl,
      body,
    };
  }

  private accessOf({ headers }: ApiRequest): Access {
    const token = tokenIn(headers.authorization);
    const access = this.accesses.get(token) ?? { businessAccountId: '0', webhookUrl: null };
    this.accesses.set(token, access);
    return access;
  }

  /** https://developers.facebook.com/docs/graph-api/guides/secure-requests */
  private loginFault({ headers, query }: ApiRequest): ApiAnswer | null {
    const token = tokenIn(headers.authorization);
    if (token.length < 8 || token.includes('wrong'))
      return error(401, 190, 'Invalid OAuth access token - Cannot parse access token');
    const proof = query.get('appsecret_proof');
    if (proof === null) return null;
    const expected = createHmac('sha256', this.appSecret).update(token).digest();
    const actual = Buffer.from(proof, 'hex');
    return actual.length === expected.length && timingSafeEqual(actual, expected)
      ? null
      : error(400, 100, 'Invalid appsecret_proof provided in the API argument');
  }

  /**
   * Sets the URL of an account or of a phone number, after its receiver has repeated a challenge.
   * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/override
   */
  private async setWebhook(id: string, edge: string, request: ApiRequest): Promise<ApiAnswer> {
    const body = jsonIn(request);
    const { override_callback_uri: url, verify_token: token } =
      edge === '' ? fieldsIn(body.webhook_configuration) : body;
    if (edge === 'subscribed_apps') this.accessOf(request).businessAccountId = id;
    if (edge === 'subscribed_apps' && url === undefined) return { status: 200, body: { success: true } };
    if (typeof url !== 'string' || !URL.canParse(url) || typeof token !== 'string')
      return error(400, 100, '(#100) The parameter override_callback_uri is required');
    const challenge = String(randomBytes(4).readUInt32BE());
    const query = { 'hub.mode': 'subscribe', 'hub.challenge': challenge, 'hub.verify_token': token };
    const answer = await this.receiver
      .get(`${url}?${new URLSearchParams(query).toString()}`)
      .catch(() => null);
    if (answer?.status !== 200 || answer.text !== challenge)
      return error(400, 2200, '(#2200) Callback verification failed');
    if (edge === '') this.urls.set(id, url);
    else this.accessOf(request).webhookUrl = url;
    return { status: 200, body: { success: true } };
  }
}

const refusals = {
  'invalid number': [131026, '(#131026) Message undeliverable'],
  'no route': [131026, '(#131026) Message undeliverable'],
  landline: [131026, '(#131026) Message undeliverable'],
  'country not allowed': [
    130497,
    '(#130497) Business account is restricted from messaging users in this country',
  ],
  'opted out': [131050, '(#131050) User stopped marketing messages'],
  'invalid sender': [133010, '(#133010) Phone number not registered'],
} as const satisfies Partial<Record<PhoneRefusal, readonly [number, string]>>;

/** Meta's code for each of Twilio's codes in the sequences of statuses. */
const failures: Readonly<Record<number, number>> = { 30003: 131000, 30005: 131026, 63016: 131047 };

const statuses: Readonly<Record<string, string>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'failed',
};

const numberFields = {
  display_phone_number: (id: string) => `+${id}`,
  verified_name: () => 'Sandbox',
  quality_rating: () => 'GREEN',
  whatsapp_business_manager_messaging_limit: () => 'TIER_2K',
  status: () => 'CONNECTED',
} as const;

function numberAnswer(id: string, fields: string): ApiAnswer {
  const names =
    fields === '' ? ['display_phone_number', 'verified_name', 'quality_rating'] : fields.split(',');
  const unknown = names.find((name) => !Object.hasOwn(numberFields, name));
  if (unknown !== undefined)
    return error(
      400,
      100,
      `(#100) Tried accessing nonexisting field (${unknown}) on node type (WhatsAppBusinessPhoneNumber)`,
    );
  const values = names.map((name) => [name, numberFields[name as keyof typeof numberFields](id)] as const);
  const body: Record<string, string> = { ...Object.fromEntries(values), id };
  return { status: 200, body };
}

function templatesAnswer(templates: readonly MetaTemplate[], query: URLSearchParams): ApiAnswer {
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
  const after = query.get('after') ?? '';
  const start = after === '' ? 0 : Number(Buffer.from(after, 'base64url').toString());
  if (!Number.isInteger(limit) || limit < 1 || !Number.isInteger(start))
    return error(400, 100, '(#100) Invalid parameter');
  return { status: 200, body: listed(templates, { limit, start, name: query.get('name') }) };
}

/** The refusal of an invalid request. Null: it is valid. */
function bodyFault(body: Fields, templates: readonly MetaTemplate[]): ApiAnswer | null {
  const { messaging_product: product, recipient_type: kind, to, type, biz_opaque_callback_data: data } = body;
  if (product !== 'whatsapp') return error(400, 100, '(#100) The parameter messaging_product is required.');
  if (kind !== undefined && kind !== 'individual') return invalid('recipient_type');
  if (to === undefined) return error(400, 100, '(#100) The parameter to is required.');
  if (typeof to !== 'string' || !number.test(to)) return invalid('to');
  if (data !== undefined && (typeof data !== 'string' || data.length > LONGEST.data))
    return invalid('biz_opaque_callback_data');
  const content = fieldsIn(body[String(type)]);
  switch (type) {
    case 'text':
      return isText(content.body, LONGEST.text) ? null : invalid('text.body');
    case 'image':
    case 'video':
    case 'document': {
      const { link, caption = 'none', filename = 'none' } = content;
      if (typeof link !== 'string' || !/^https?:$/.test(URL.parse(link)?.protocol ?? ''))
        return invalid(`${type}.link`);
      if (type !== 'document' && 'filename' in content) return invalid(`${type}.filename`);
      if (!isText(filename, 240)) return invalid(`${type}.filename`);
      return isText(caption, LONGEST.caption) ? null : invalid(`${type}.caption`);
    }
    case 'template': {
      const fault = callFault(templates, content);
      return fault && error(fault.status, fault.code, fault.message);
    }
    default:
      return error(400, 131051, '(#131051) Unsupported message type');
  }
}

function isText(value: unknown, longest: number): boolean {
  return typeof value === 'string' && value !== '' && value.length <= longest;
}

function invalid(parameter: string): ApiAnswer {
  return error(400, 131009, `(#131009) Parameter value is not valid: ${parameter}`);
}

function error(status: number, code: number, message: string, subcode?: number): ApiAnswer {
  return {
    status,
    body: {
      error: {
        ...{ message, type: 'OAuthException', code },
        ...(subcode !== undefined && { error_subcode: subcode }),
        ...(code >= 130_000 && { error_data: { messaging_product: 'whatsapp', details: message } }),
        fbtrace_id: randomBytes(12).toString('base64url'),
      },
    },
  };
}

function tokenIn(authorization = ''): string {
  return /^Bearer (\S+)$/.exec(authorization)?.[1] ?? '';
}

function fieldsIn(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function seconds(): string {
  return String(Math.floor(Date.now() / 1_000));
}

/** Meta escapes all characters outside of ASCII before it signs. */
function escaped(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
