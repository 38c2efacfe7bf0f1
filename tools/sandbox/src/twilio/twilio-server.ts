import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Logger } from 'pino';
import { readBody } from '../read-body';
import { type AcceptMessage } from './accept-message';
import { type Account, type Accounts } from './accounts';
import { accountResource, messagePage, messageResource } from './resources';
import { newSid } from './sent-message';
import { type SentMessages } from './sent-messages';
import { TwilioRefusal } from './twilio-errors';

export interface TwilioSettings {
  readonly host: string;
  readonly port: number;
  readonly accounts: Accounts;
  /** How long the answer to a message for a slow number is held back, milliseconds. */
  readonly slowMs: number;
}

const PATH = /^\/2010-04-01\/Accounts\/([^/.]+)(?:\.json|\/Messages(?:\/([^/.]+))?\.json)$/;
const MAX_BODY_BYTES = 128 * 1024;
/** Longer than clients keep a connection that they do not use, so that none is closed under a request. */
const KEEP_ALIVE_MS = 75_000;
const CLOSE_TIMEOUT_MS = 1_000;

/** As much of Twilio's REST API as sends messages: https://www.twilio.com/docs/messaging/api/message-resource */
export class TwilioServer {
  private readonly server: Server;
  private readonly closing = new AbortController();
  private readonly since = new Date();

  constructor(
    private readonly acceptMessage: AcceptMessage,
    private readonly messages: SentMessages,
    private readonly settings: TwilioSettings,
    private readonly log: Logger,
  ) {
    this.server = createServer((request, response) => void this.serve(request, response));
    this.server.keepAliveTimeout = KEEP_ALIVE_MS;
  }

  /** Begins to listen. @returns the port, chosen by the system when the settings say 0 */
  async listen(): Promise<number> {
    this.server.listen(this.settings.port, this.settings.host);
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  /** Takes no new connection, lets answers under way go out within a second, and ends the others. */
  async close(): Promise<void> {
    this.closing.abort();
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeIdleConnections();
    const late = setTimeout(() => this.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    await closed;
    clearTimeout(late);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.answer(request, response);
    } catch (error) {
      if (!(error instanceof TwilioRefusal)) this.log.error({ err: error }, 'A request to Twilio failed');
      this.refuse(request, response, error instanceof TwilioRefusal ? error : new TwilioRefusal(20500));
    }
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const [found, accountSid = '', messageSid] = PATH.exec(path) ?? [];
    if (found === undefined) throw new TwilioRefusal(20404);
    const account = this.settings.accounts.authenticated(accountSid, request.headers.authorization);
    if (!account) throw new TwilioRefusal(20003);
    if (request.method === 'POST' && path.endsWith('/Messages.json')) {
      await this.create(account, request, response);
    } else if (request.method !== 'GET') throw new TwilioRefusal(20004);
    else if (messageSid !== undefined) send(response, 200, this.messageOf(account, messageSid));
    else if (path.endsWith('/Messages.json')) send(response, 200, this.messagesOf(account, query));
    else send(response, 200, accountResource(account, this.since));
  }

  private messagesOf(account: Account, query: string): object {
    const parameters = new URLSearchParams(query);
    const number = (name: string, usual: number, least: number, most: number): number => {
      const given = parameters.get(name) ?? String(usual);
      if (!/^\d{1,6}$/.test(given) || Number(given) < least || Number(given) > most)
        throw new TwilioRefusal(20001);
      return Number(given);
    };
    const [page, pageSize] = [number('Page', 0, 0, 100_000), number('PageSize', 50, 1, 1_000)];
    return messagePage(account, this.messages.of(account), { page, pageSize });
  }

  private messageOf(account: Account, sid: string): object {
    const message = this.messages.find(sid);
    if (message?.account !== account) throw new TwilioRefusal(20404);
    return messageResource(message);
  }

  private async create(account: Account, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request, MAX_BODY_BYTES);
    if (body === null) throw new TwilioRefusal(20001);
    const acceptance = await this.acceptMessage.execute(account, new URLSearchParams(body));
    // Silence: the connection stays open until its client gives up, or the sandbox ends.
    if (!acceptance || acceptance.answer === 'never') return;
    const resource = messageResource(acceptance.message);
    if (acceptance.answer === 'late') {
      await delay(this.settings.slowMs, undefined, { signal: this.closing.signal }).catch(() => undefined);
    }
    send(response, 201, resource);
  }

  private refuse(request: IncomingMessage, response: ServerResponse, refusal: TwilioRefusal): void {
    request.resume();
    if (refusal.code === 20003) response.setHeader('www-authenticate', 'Basic realm="Twilio API"');
    send(response, refusal.status, refusal.body);
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      'content-type': 'application/json;charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'twilio-request-id': newSid('RQ'),
    })
    .end(text);
}
