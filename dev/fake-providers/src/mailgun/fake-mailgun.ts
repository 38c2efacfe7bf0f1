import { createHmac, randomBytes } from 'node:crypto';
import type { ApiAnswer, ApiRequest, FakeApi, FakeApiMail, NoAnswer } from '../apis/fake-api';
import { type FakeApiOptions, isWrong, newId } from '../apis/fake-api-mail';
import { type MailEvent, MailWebhooks, type SignedWebhook } from '../apis/mail-webhooks';
import { formParts } from './form-parts';

type Parts = ReadonlyMap<string, readonly Buffer[]>;

/** An account, which is found by its key. */
interface Account {
  readonly signingKey: string;
  /** The URLs of each event of a domain. */
  readonly webhooks: Map<string, string[]>;
}

const MAX_BYTES = 25 * 1024 * 1024;
const address = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;
const events = ['delivered', 'permanent_fail', 'temporary_fail', 'complained'];

/** The part of Mailgun's API that sends encoded emails, and its webhooks. */
export class FakeMailgun implements FakeApi {
  private readonly webhooks: MailWebhooks;
  private readonly accounts = new Map<string, Account>();

  constructor(private readonly options: FakeApiOptions = {}) {
    this.webhooks = new MailWebhooks(options.webhooks);
  }

  async answer(request: ApiRequest): Promise<ApiAnswer | NoAnswer> {
    const [, login = ''] = /^Basic (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    const [, key = ''] = /^api:(.*)$/.exec(Buffer.from(login, 'base64').toString('utf8')) ?? [];
    // Mailgun's response isn't JSON.
    if (isWrong(key)) return { status: 401, body: 'Forbidden' };
    const account = this.accountOf(key);
    if (request.path === '/v5/accounts/http_signing_key' && request.method === 'GET')
      return { status: 200, body: { http_signing_key: account.signingKey } };
    const [, domain] = /^\/v3\/domains\/([\w.-]+)\/webhooks$/.exec(request.path) ?? [];
    if (domain !== undefined && request.method === 'POST') return configure(account, domain, request);
    const [, sendingDomain] = /^\/v3\/([\w.-]+)\/messages\.mime$/.exec(request.path) ?? [];
    if (sendingDomain === undefined) return refused(404, 'Not Found');
    if (request.method !== 'POST') return refused(405, 'Method Not Allowed');
    return this.send(request, sendingDomain, account);
  }

  close(): void {
    this.webhooks.close();
  }

  private accountOf(key: string): Account {
    const known = this.accounts.get(key);
    if (known) return known;
    const account = { signingKey: randomBytes(16).toString('hex'), webhooks: new Map<string, string[]>() };
    this.accounts.set(key, account);
    return account;
  }

  private async send(request: ApiRequest, domain: string, account: Account): Promise<ApiAnswer | NoAnswer> {
    if (request.body.length > MAX_BYTES) return refused(413, 'The message is too large');
    const parts = formParts(request.body, request.headers['content-type'] ?? '');
    if (!parts) return refused(400, 'The request is not a form');
    const fault = faultIn(parts);
    if (fault !== null) return refused(400, fault);
    const mail = mailOf(parts, domain);
    if (textOf(parts, 'o:testmode') !== 'yes') {
      const act = (await this.options.conduct?.(mail)) ?? 'takes';
      if (act !== 'takes') return act;
      await this.options.take?.(mail);
      this.webhooks.begin(mail, (event) => webhooksOf(event, domain, account));
    }
    return { status: 200, body: { id: `<${mail.id}>`, message: 'Queued. Thank you.' } };
  }
}

function refused(status: number, message: string): ApiAnswer {
  return { status, body: { message } };
}

function textOf(parts: Parts, name: string): string | null {
  return parts.get(name)?.[0]?.toString('utf8') ?? null;
}

/** https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages/post-v3--domain-name--messages.mime */
function faultIn(parts: Parts): string | null {
  const allowed = /^(?:to|message|o:[\w-]+|h:[\w-]+|v:[\w-]+|recipient-variables|template|t:[\w-]+)$/;
  const unknown = [...parts.keys()].find((name) => !allowed.test(name));
  if (unknown !== undefined) return `unknown parameter ${unknown}`;
  const to = textOf(parts, 'to');
  if (to === null) return 'to parameter is missing';
  if (!address.test(to)) return "'to' parameter is not a valid address. please check documentation";
  const message = parts.get('message')?.[0];
  if (!message) return 'message parameter is missing';
  if (!/^From: /im.test(message.toString('latin1'))) return 'from parameter is missing';
  for (const name of ['o:tracking', 'o:tracking-opens', 'o:testmode'])
    if (parts.has(name) && !/^(?:yes|no|true|false)$/.test(textOf(parts, name) ?? ''))
      return `${name} is not valid`;
  return null;
}

function mailOf(parts: Parts, domain: string): FakeApiMail {
  const message = parts.get('message')?.[0] ?? Buffer.alloc(0);
  const head = message.subarray(0, Math.max(0, message.indexOf('\r\n\r\n'))).toString('latin1');
  const [, id = `${newId()}@${domain}`] = /^Message-ID: <([^>]+)>/im.exec(head) ?? [];
  const [, sender = ''] = /^From:(?:[^\r]|\r\n[ \t])*?([^\s<>]+@[^\s<>]+)>?\r?$/im.exec(head) ?? [];
  return {
    ...{ id, sender, to: textOf(parts, 'to') ?? '', token: textOf(parts, 'v:carillon') },
    message: () => Promise.resolve(message),
  };
}

/** https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/domain-webhooks */
function configure(account: Account, domain: string, request: ApiRequest): ApiAnswer {
  const parts = formParts(request.body, request.headers['content-type'] ?? '');
  const id = parts && textOf(parts, 'id');
  const urls = (parts?.get('url') ?? []).map(String);
  if (!id || !events.includes(id)) return refused(400, 'Invalid webhook ID');
  if (urls.length === 0 || !urls.every((url) => URL.canParse(url))) return refused(400, 'Invalid URL');
  account.webhooks.set(`${domain} ${id}`, urls);
  return { status: 200, body: { message: 'Webhook has been created', webhook: { urls } } };
}

function webhooksOf(event: MailEvent, domain: string, { signingKey, webhooks }: Account): SignedWebhook[] {
  const isSoft = event.refusal?.isHard === false;
  // Mailgun retries a full mailbox, and reports at last that it gave up.
  const id = event.refusal === null ? 'delivered' : 'permanent_fail';
  return (webhooks.get(`${domain} ${id}`) ?? []).map((url) => {
    const [timestamp, token] = [
      String(Math.floor(event.at.getTime() / 1_000)),
      randomBytes(25).toString('hex'),
    ];
    const signature = createHmac('sha256', signingKey)
      .update(timestamp + token)
      .digest('hex');
    const body = JSON.stringify({
      signature: { timestamp, token, signature },
      'event-data': eventOf(event, isSoft),
    });
    return { url, headers: { 'content-type': 'application/json' }, body };
  });
}

/** https://documentation.mailgun.com/docs/mailgun/user-manual/events/event-structure */
function eventOf({ mail, refusal, at }: MailEvent, isSoft: boolean): object {
  const about = {
    ...{ id: newId(), timestamp: at.getTime() / 1_000, recipient: mail.to },
    'user-variables': mail.token === null ? {} : { carillon: mail.token },
    message: { headers: { 'message-id': mail.id, from: mail.sender, to: mail.to } },
  };
  if (refusal === null)
    return { event: 'delivered', ...about, 'delivery-status': { code: 250, message: 'OK' } };
  const { reply, status, isBlock } = refusal;
  return {
    ...{ event: 'failed', severity: 'permanent', reason: isSoft ? 'old' : isBlock ? 'espblock' : 'bounce' },
    ...about,
    'delivery-status': { code: Number(reply.slice(0, 3)), 'enhanced-code': status, message: reply },
  };
}
