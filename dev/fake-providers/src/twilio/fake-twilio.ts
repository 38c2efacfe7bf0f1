import { type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { FakeApis } from '../apis/fake-api';
import { mountApis } from '../apis/mount-apis';
import { mayUse, readLogin, type TwilioAccount, type TwilioLogin } from './accounts';
import {
  faults,
  JSON_TYPE,
  type TwilioConduct,
  type TwilioRequest,
  type WrittenAnswer,
  written,
} from './conduct';
import { type StoredTemplate, approvalResource, contentPage, readPageToken } from './content-templates';
import { TwilioRefusal } from './errors';
import { type MessageRequest, readMessageRequest, type TextChannel } from './message-request';
import { segments } from './segments';
import {
  accountResource,
  messagePage,
  messageResource,
  newSid,
  SentMessage,
  SentMessages,
  twilioAddress,
} from './sent-message';
import { SignedPost } from './signed-post';
import { StatusCallbacks, type TwilioLog } from './status-callbacks';
import { type StatusSequence } from './statuses';

export interface FakeTwilioOptions {
  readonly host?: string;
  /** The port. The default is 0, which selects any free port. */
  readonly port?: number;
  /** The accounts that may log in. If absent, any login is accepted. */
  readonly accounts?: readonly TwilioAccount[];
  readonly conduct?: TwilioConduct;
  /** The templates of every account. */
  readonly templates?: readonly StoredTemplate[];
  /** The APIs of other providers on the same port, each below its name. */
  readonly apis?: FakeApis;
  /** Receives every request that arrived completely, before the server processes it. */
  readonly onRequest?: (request: TwilioRequest) => void;
  /** Receives every accepted message. The response waits until this callback resolves. */
  readonly take?: (message: SentMessage) => Promise<void> | void;
  /** The delay of a slow response (milliseconds). */
  readonly slowMs?: number;
  /** The settings for the status callbacks of messages. If absent, messages stay queued, without callbacks. */
  readonly callbacks?: {
    /** The pause between two statuses (milliseconds). */
    readonly stepMs: number;
    /**
     * The scheme, host, and port to connect to in place of those in the URLs. The signature covers the original URL.
     */
    readonly via: string | null;
    readonly statusesOf: (request: MessageRequest) => StatusSequence;
  };
  /** The time limit for responses in flight when the server stops (milliseconds). */
  readonly graceMs?: number;
  readonly log?: TwilioLog;
}

/** A text from a person to a number that has sent messages. */
interface InboundText {
  readonly sid: string;
  readonly channel: TextChannel;
  /** The person's number, E.164. */
  readonly from: string;
  /** The number that sent the messages. */
  readonly to: string;
  readonly text: string;
}

const ACCOUNT = '/2010-04-01/Accounts/:accountSid.json';
const MESSAGES = '/2010-04-01/Accounts/:accountSid/Messages.json';
const MESSAGE = '/2010-04-01/Accounts/:accountSid/Messages/:messageSid.json';
/** Twilio's Content API, whose paths don't name the account. */
const TEMPLATES = '/v1/ContentAndApprovals';
const APPROVAL = '/v1/Content/:sid/ApprovalRequests';
const MAX_BODY_BYTES = 128 * 1024;
/**
 * Longer than clients keep an idle connection (milliseconds), so that no connection closes while a client sends a
 * request.
 */
const KEEP_ALIVE_MS = 75_000;
const SLOW_MS = 300;

type AccountRequest = FastifyRequest<{ Params: { accountSid: string; messageSid: string } }>;

/**
 * The part of Twilio's REST API that sends messages (https://www.twilio.com/docs/messaging/api/message-resource), with
 * its callbacks. It misbehaves according to its conduct.
 */
export class FakeTwilio {
  readonly messages = new SentMessages();
  readonly callbacks: StatusCallbacks;
  private readonly receiver: SignedPost;
  private readonly app;
  private readonly closing = new AbortController();
  private readonly since = new Date();
  private readonly accounts: Map<string, TwilioAccount>;

  constructor(private readonly options: FakeTwilioOptions = {}) {
    const { accounts = [], callbacks, log, apis = {} } = options;
    this.accounts = new Map(accounts.map((account) => [account.sid, account]));
    this.receiver = new SignedPost(callbacks?.via ?? null);
    this.callbacks = new StatusCallbacks(this.messages, this.receiver, callbacks?.stepMs ?? 0, log);
    this.app = Fastify({
      bodyLimit: MAX_BODY_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      exposeHeadRoutes: false,
    });
    this.app.removeAllContentTypeParsers();
    this.app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    this.app.addHook('preHandler', (request, _reply, done) => {
      options.onRequest?.(readRequest(request));
      done();
    });
    this.app.setErrorHandler((error, _request, reply) => this.refuse(error, reply));
    this.app.setNotFoundHandler((_request, reply) => this.refuse(new TwilioRefusal(20404), reply));
    this.addRoutes();
    void this.app.register(mountApis, {
      apis,
      onError: (error) => log?.error({ err: error }, 'A request to a provider failed'),
    });
  }

  /** Starts to listen. */
  async start(): Promise<this> {
    const { host = '127.0.0.1', port = 0 } = this.options;
    await this.app.listen({ host, port });
    return this;
  }

  get http(): Server {
    return this.app.server;
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Returns the account with this SID. Its auth token signs its callbacks. */
  account(sid: string): TwilioAccount | undefined {
    return this.accounts.get(sid);
  }

  /**
   * Stops accepting connections and sending callbacks, lets responses in flight finish, and ends the other
   * connections.
   */
  async stop(): Promise<void> {
    this.closing.abort();
    this.callbacks.close();
    this.receiver.close();
    for (const api of Object.values(this.options.apis ?? {})) api.close?.();
    const late = setTimeout(() => this.http.closeAllConnections(), this.options.graceMs ?? 0);
    await this.app.close();
    clearTimeout(late);
  }

  /**
   * Posts an inbound text as Twilio does: https://www.twilio.com/docs/messaging/guides/webhook-request
   * @returns the status of the response, or the reason why there was none
   */
  postInbound(account: TwilioAccount, url: string, text: InboundText): Promise<number | string> {
    return this.receiver.post(account.authToken, url, inboundForm(account, text)).catch(String);
  }

  private addRoutes(): void {
    const { app } = this;
    app.post(MESSAGES, (request: AccountRequest, reply) => {
      const login = readRequest(request);
      const account = this.accountOf(request, login);
      const message = readMessageRequest(login.form, this.options.templates ?? []);
      return this.answer(login, reply, message, () => this.accept(new SentMessage(account, message)));
    });
    app.get(MESSAGES, (request: AccountRequest, reply) => {
      const login = readRequest(request);
      const account = this.accountOf(request, login);
      return this.answer(login, reply, null, () => this.pageOf(account, request));
    });
    app.get(MESSAGE, (request: AccountRequest, reply) => {
      const login = readRequest(request);
      const account = this.accountOf(request, login);
      const message = this.messages.find(request.params.messageSid);
      if (message?.account !== account) throw new TwilioRefusal(20404);
      return this.answer(login, reply, null, () => messageResource(message));
    });
    app.get(ACCOUNT, (request: AccountRequest, reply) => {
      const login = readRequest(request);
      const account = this.accountOf(request, login);
      return this.answer(login, reply, null, () => accountResource(account, this.since));
    });
    app.get(TEMPLATES, (request, reply) => {
      const login = readRequest(request);
      this.checkLogin(login);
      return this.answer(login, reply, null, () => this.templatesOf(request));
    });
    app.get(APPROVAL, (request: FastifyRequest<{ Params: { sid: string } }>, reply) => {
      const login = readRequest(request);
      this.checkLogin(login);
      return this.answer(login, reply, null, () => this.approvalOf(request.params.sid));
    });
    for (const [url, possible] of [
      [MESSAGES, ['GET', 'POST']],
      [MESSAGE, ['GET']],
      [ACCOUNT, ['GET']],
    ] as const) {
      const method = app.supportedMethods.filter((each) => !possible.some((known) => known === each));
      app.route({
        url,
        method,
        handler: (request) => {
          this.accountOf(request as AccountRequest, readRequest(request));
          throw new TwilioRefusal(20004);
        },
      });
    }
  }

  /** @throws TwilioRefusal unless the login belongs to the account or to one of its API keys */
  private accountOf({ params: { accountSid: sid } }: AccountRequest, login: TwilioLogin): TwilioAccount {
    if (!this.options.accounts && !this.accounts.has(sid))
      this.accounts.set(sid, { sid, authToken: login.password, apiKeys: new Map() });
    const account = this.accounts.get(sid);
    if (!account || (this.options.accounts && !mayUse(account, login))) throw new TwilioRefusal(20003);
    return account;
  }

  /** @throws TwilioRefusal unless the login belongs to an account */
  private checkLogin(login: TwilioLogin): void {
    const { accounts } = this.options;
    if (accounts && !accounts.some((account) => mayUse(account, login))) throw new TwilioRefusal(20003);
  }

  /** Processes the request and sends the result, unless the conduct prevents it. */
  private async answer(
    login: TwilioRequest,
    reply: FastifyReply,
    message: MessageRequest | null,
    carryOut: () => object | Promise<object>,
  ): Promise<void> {
    const act = this.options.conduct?.(login, message) ?? 'takes';
    if (typeof act === 'object') {
      send(reply, written(act));
    } else if (act === 'ignores') {
      // The connection stays open until the client gives up.
      reply.hijack();
    } else {
      const body = JSON.stringify(await carryOut());
      const answer = { status: login.method === 'POST' ? 201 : 200, headers: {}, body };
      if (act === 'takes slowly') await this.dawdle();
      if (act === 'takes' || act === 'takes slowly') send(reply, answer);
      else faults[act](reply.hijack().raw, answer);
    }
  }

  private async accept(message: SentMessage): Promise<object> {
    await this.options.take?.(message);
    this.messages.add(message);
    const { callbacks } = this.options;
    if (callbacks) this.callbacks.begin(message, callbacks.statusesOf(message.request));
    return messageResource(message);
  }

  private pageOf(account: TwilioAccount, { url }: FastifyRequest): object {
    const parameters = new URL(url, this.url).searchParams;
    const page = numberIn(parameters, 'Page', { usual: 0, least: 0, most: 100_000 });
    const pageSize = numberIn(parameters, 'PageSize', PAGE_SIZE);
    return messagePage(account, this.messages.of(account), { page, pageSize });
  }

  private templatesOf({ url }: FastifyRequest): object {
    const parameters = new URL(url, this.url).searchParams;
    const start = readPageToken(parameters.get('PageToken') ?? 'PT0');
    if (start === null) throw new TwilioRefusal(20001);
    const pageSize = numberIn(parameters, 'PageSize', PAGE_SIZE);
    return contentPage(this.options.templates ?? [], { start, pageSize, url: this.url + TEMPLATES });
  }

  private approvalOf(sid: string): object {
    const template = this.options.templates?.find((each) => each.sid === sid);
    if (!template) throw new TwilioRefusal(20404);
    return approvalResource(template);
  }

  private async dawdle(): Promise<void> {
    const { slowMs = SLOW_MS } = this.options;
    await pause(slowMs, undefined, { signal: this.closing.signal }).catch(() => undefined);
  }

  private refuse(error: unknown, reply: FastifyReply): void {
    const { code } = error as { code?: unknown };
    if (error instanceof TwilioRefusal) {
      if (code === 20003) reply.header('www-authenticate', 'Basic realm="Twilio API"');
      send(reply, written({ code: error.code }));
    } else if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') send(reply, written({ code: 20001 }));
    else {
      this.options.log?.error({ err: error }, 'A request to Twilio failed');
      send(reply, written({ code: 20500 }));
    }
  }
}

const PAGE_SIZE = { usual: 50, least: 1, most: 1_000 };

/** @throws TwilioRefusal unless the number is within its bounds */
function numberIn(
  parameters: URLSearchParams,
  name: string,
  { usual, least, most }: { usual: number; least: number; most: number },
): number {
  const given = parameters.get(name) ?? String(usual);
  if (!/^\d{1,6}$/.test(given) || Number(given) < least || Number(given) > most)
    throw new TwilioRefusal(20001);
  return Number(given);
}

function send(reply: FastifyReply, { status, headers, body }: WrittenAnswer): void {
  void reply
    .code(status)
    .headers({ 'content-type': JSON_TYPE, 'twilio-request-id': newSid('RQ'), ...headers })
    .send(body);
}

function readRequest({ method, url, headers, body }: FastifyRequest): TwilioRequest {
  const form = Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''));
  return { method, path: url, ...readLogin(headers.authorization), headers, form };
}

function inboundForm({ sid: accountSid }: TwilioAccount, { sid, channel, from, to, text }: InboundText) {
  return {
    AccountSid: accountSid,
    ApiVersion: '2010-04-01',
    Body: text,
    From: twilioAddress(channel, from),
    MessageSid: sid,
    NumMedia: '0',
    NumSegments: channel === 'SMS' ? String(segments(text)) : '1',
    SmsMessageSid: sid,
    SmsSid: sid,
    SmsStatus: 'received',
    To: twilioAddress(channel, to),
    ...(channel === 'WHATSAPP' && { ProfileName: 'Sandbox', WaId: from.slice(1), MessageType: 'text' }),
  };
}
