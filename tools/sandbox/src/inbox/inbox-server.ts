import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Logger } from 'pino';
import { readBody } from '../read-body';
import { Problem, problemJson, type Answer } from './answer';
import { guard } from './guard';
import { LiveFeed } from './live-feed';
import { problemPage } from './pages';
import { find, routes, type Route } from './routes';
import { type Sources } from './sources';

export interface InboxSettings {
  readonly host: string;
  readonly port: number;
  /** Names beside localhost and IP addresses by which it may be asked for. */
  readonly names: readonly string[];
}

/** Sent with every answer: nothing but the page's own style and script runs or loads, in no frame but its own. */
const protection = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

const MAX_BODY_BYTES = 64 * 1024;

/** The inbox page and its API. */
export class InboxServer {
  private readonly server: Server;
  private readonly feed: LiveFeed;
  private readonly routes: readonly Route[];

  constructor(
    private readonly sources: Sources,
    private readonly settings: InboxSettings,
    private readonly log: Logger,
  ) {
    this.feed = new LiveFeed(sources);
    this.routes = routes(sources, this.feed);
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  /** Begins to listen. @returns the port, chosen by the system when the settings say 0 */
  async listen(): Promise<number> {
    this.server.listen(this.settings.port, this.settings.host);
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  /** Ends what is open after the answers under way, at most a second later. */
  async close(): Promise<void> {
    this.feed.close();
    const closed = once(this.server, 'close');
    this.server.close();
    const late = setTimeout(() => this.server.closeAllConnections(), 1_000);
    await closed;
    clearTimeout(late);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await send(response, await this.answer(request), request.method === 'HEAD');
    } catch (error) {
      // The status is on its way already: a cut connection is the only honest sign left.
      this.log.debug({ err: error }, 'An answer was cut short');
      response.destroy();
    }
  }

  private async answer(request: IncomingMessage): Promise<Answer> {
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    try {
      const method = request.method ?? 'GET';
      guard(request.headers, method, this.settings.names);
      const body = await readBody(request, MAX_BODY_BYTES);
      if (body === null) throw new Problem(413, `A body may have ${MAX_BODY_BYTES} bytes.`);
      return await find(this.routes, { method, target: request.url ?? '/', body });
    } catch (error) {
      request.resume();
      if (!(error instanceof Problem)) this.log.error({ err: error }, 'A request failed');
      const problem = error instanceof Problem ? error : new Problem(500, 'The sandbox failed to answer.');
      return path.startsWith('/api') ? problemJson(problem) : problemPage(this.sources.store, problem);
    }
  }
}

async function send(
  response: ServerResponse,
  { status, headers, body }: Answer,
  headOnly: boolean,
): Promise<void> {
  response.writeHead(status, { ...protection, ...headers });
  if (headOnly) response.end();
  else if (typeof body === 'function') body(response);
  else if (typeof body === 'string' || Buffer.isBuffer(body)) response.end(body);
  else await pipeline(Readable.from(body), response);
}
