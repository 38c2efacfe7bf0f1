import { type IncomingMessage } from 'node:http';
import { type AddressInfo } from 'node:net';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Logger } from 'pino';
import { deleteMessages, listMessages, listRecipients } from './api';
import { refusalOf } from './guard';
import { LiveFeed } from './live-feed';
import * as pages from './pages';
import { Problem } from '../problem';
import { createReply, postReply } from './replies';
import { type Sources } from './sources';
import { WebhookEndpoint } from './webhooks';

export interface InboxSettings {
  readonly host: string;
  readonly port: number;
  /** The host names for requests, in addition to localhost and IP addresses. */
  readonly names: readonly string[];
  /** The folder of the page's style, script, and icon. */
  readonly pages: string;
}

type Request = FastifyRequest<{ Params: { number?: string } }>;
type Handler = (request: Request, reply: FastifyReply) => unknown;
/** The handler of each path and method. HEAD is handled like GET. */
type Routes = Readonly<Record<string, Partial<Record<'GET' | 'POST' | 'DELETE', Handler>>>>;

/**
 * The headers of every response: only the page's own style and script load and run, and only the page itself can
 * frame it. Pictures of messages to phones are at the gateway.
 */
const protection = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' http: https:; connect-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

const MAX_BODY_BYTES = 64 * 1024;
/** The body limit for a message to the endpoint of HTTP senders, which can be an email. */
const MAX_ENDPOINT_BYTES = 10 * 1024 * 1024;
const GRACE_MS = 1_000;
const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const MESSAGE = '/messages/:number(^\\d{1,15}$)';

/** The inbox page and its API. */
export class InboxServer {
  private readonly app = Fastify({ bodyLimit: MAX_BODY_BYTES, rewriteUrl: asWritten });
  private readonly feed: LiveFeed;
  private readonly webhooks = new WebhookEndpoint();

  constructor(
    private readonly sources: Sources,
    private readonly settings: InboxSettings,
    private readonly log: Logger,
  ) {
    this.feed = new LiveFeed(sources);
    const { app } = this;
    void app.register(fastifyStatic, { root: settings.pages, serve: false, cacheControl: false });
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    app.addHook('onRequest', ({ headers, method }, reply, done) => {
      void reply.headers(protection);
      done(refusalOf(headers, method, settings.names) ?? undefined);
    });
    app.setErrorHandler((error, request, reply) => this.answerProblem(this.problemOf(error), request, reply));
    app.setNotFoundHandler(({ originalUrl }) => {
      throw new Problem(404, `Nothing found at ${pathOf(originalUrl).slice(0, 200)}.`);
    });
    for (const [url, handlers] of Object.entries(this.routes())) this.addRoute(url, handlers);
  }

  /** Starts to listen. @returns the port, which the system chooses if it is set to 0 */
  async listen(): Promise<number> {
    const { host, port } = this.settings;
    await this.app.listen({ host, port });
    return (this.app.server.address() as AddressInfo).port;
  }

  /** Closes connections after the responses in flight, at most a second later. */
  async close(): Promise<void> {
    this.feed.close();
    const late = setTimeout(() => this.app.server.closeAllConnections(), GRACE_MS);
    await this.app.close();
    clearTimeout(late);
  }

  /** All routes of the inbox. */
  private routes(): Routes {
    const { sources } = this;
    const { store, twilio } = sources;
    return {
      '/': { GET: page((ask) => pages.boardPage(sources, ask)) },
      '/board': { GET: page((ask) => pages.boardFragment(sources, ask)) },
      '/help': { GET: page((ask) => pages.helpPage(sources, ask)) },
      '/messages': { GET: page((ask) => pages.listPage(sources, ask)) },
      '/list': { GET: page((ask) => pages.listFragment(store, ask)) },
      [MESSAGE]: { GET: page((ask) => pages.messagePage(sources, ask)) },
      [`${MESSAGE}/chat`]: { GET: page((ask) => pages.chatFragment(sources, ask)) },
      [`${MESSAGE}/rendered`]: {
        GET: async (request, reply) => {
          const { headers, document } = await pages.renderedPage(store, askOf(request));
          return reply.type(HTML).headers(headers).send(document);
        },
      },
      [`${MESSAGE}/source`]: {
        GET: (request, reply) => {
          const { name, body } = pages.sourceFile(store, askOf(request));
          const disposition = `attachment; filename="${name}"`;
          void reply.type('application/octet-stream').header('content-disposition', disposition).send(body);
        },
      },
      '/empty': {
        POST: (_request, reply) => {
          store.clear();
          void reply.redirect('/', 303);
        },
      },
      '/replies': {
        POST: async (request, reply) => reply.redirect(await postReply(twilio, bodyOf(request)), 303),
      },
      '/api/messages': {
        GET: (request, reply) => reply.type(JSON_TYPE).send(listMessages(store, askOf(request).query)),
        DELETE: (request, reply) => reply.send(deleteMessages(store, askOf(request).query)),
      },
      '/api/replies': {
        POST: async (request, reply) => reply.code(201).send(await createReply(twilio, bodyOf(request))),
      },
      '/api/recipients': {
        GET: (request, reply) => reply.send(listRecipients(store, askOf(request).query)),
      },
      '/webhooks': {
        POST: (request, reply) => {
          const status = this.webhooks.take(askOf(request).query, request.headers, bodyOf(request));
          void reply.code(status).send();
        },
      },
      '/sender': { POST: (request, reply) => this.takeMessage(request, reply) },
      '/api/webhooks': {
        GET: (request, reply) => reply.send(this.webhooks.list(askOf(request).query)),
      },
      '/events': { GET: (request, reply) => this.follow(request, reply) },
      '/style.css': { GET: asset('style.css') },
      '/inbox.js': { GET: asset('inbox.js') },
      '/icon.svg': { GET: asset('icon.svg') },
    };
  }

  /** Adds the handlers of a path. Any other method gets the list of allowed methods. */
  private addRoute(url: string, handlers: Routes[string]): void {
    const bodyLimit = url === '/sender' ? MAX_ENDPOINT_BYTES : MAX_BODY_BYTES;
    for (const [method, handler] of Object.entries(handlers))
      this.app.route({ url, method, handler, bodyLimit });
    const possible = Object.keys(handlers).flatMap((method) =>
      method === 'GET' ? ['GET', 'HEAD'] : [method],
    );
    this.app.route({
      url,
      method: this.app.supportedMethods.filter((method) => !possible.includes(method)),
      handler: ({ method }) => {
        throw new Problem(405, `${method} is not supported here.`, { allow: possible.join(', ') });
      },
    });
  }

  /** Accepts a message from an HTTP sender. If no response is due, the connection stays open. */
  private async takeMessage(request: Request, reply: FastifyReply): Promise<unknown> {
    const answer = await this.sources.endpoint.answer(askOf(request).query, request.headers, bodyOf(request));
    if (!answer) return reply.hijack();
    const { status, headers = {}, body } = answer;
    return reply.code(status).headers(headers).type(JSON_TYPE).send(body);
  }

  private follow({ method }: FastifyRequest, reply: FastifyReply): void {
    void reply.type('text/event-stream; charset=utf-8');
    if (method === 'HEAD') {
      void reply.send();
      return;
    }
    const { raw } = reply.hijack();
    raw.writeHead(200, reply.getHeaders() as Record<string, string>);
    this.feed.attach(raw);
  }

  private problemOf(error: unknown): Problem {
    if (error instanceof Problem) return error;
    const { statusCode: status = 500, message } = error as { statusCode?: number; message?: string };
    if (status === 413) return new Problem(status, `A body can have at most ${MAX_BODY_BYTES} bytes.`);
    if (status >= 400 && status < 500) return new Problem(status, String(message));
    this.log.error({ err: error }, 'A request failed');
    return new Problem(500, 'The sandbox failed to respond.');
  }

  private async answerProblem(problem: Problem, { originalUrl }: FastifyRequest, reply: FastifyReply) {
    const { status, title, detail, headers } = problem;
    void reply.code(status).headers(headers);
    return pathOf(originalUrl).startsWith('/api')
      ? reply
          .type('application/problem+json; charset=utf-8')
          .send({ type: 'about:blank', title, status, detail })
      : reply.type(HTML).send(await pages.problemPage(this.sources.store, problem));
  }
}

/** Returns the path without decoding it, so that an escaped letter does not equal the letter. */
function asWritten({ url = '/' }: IncomingMessage): string {
  return url.replace(/^[^?]*/, (path) => path.replaceAll('%', '%25'));
}

function pathOf(url: string): string {
  return url.split('?', 1).join('');
}

function askOf({ originalUrl, params }: Request): pages.Ask {
  const query = new URLSearchParams(originalUrl.slice(pathOf(originalUrl).length));
  return { query, number: params.number ?? '' };
}

function bodyOf({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : '';
}

function page(made: (ask: pages.Ask) => Promise<string>): Handler {
  return async (request, reply) => reply.type(HTML).send(await made(askOf(request)));
}

/** Serves a file that does not change while the process runs. */
function asset(file: string): Handler {
  return (_request, reply) => reply.header('cache-control', 'no-cache').sendFile(file);
}
