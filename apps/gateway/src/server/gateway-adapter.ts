import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REQUEST_ID_HEADER, requestIdOf } from '../http/request-id';

/** How long connections may take to finish their requests when the gateway stops (milliseconds). */
const CLOSE_MS = 20_000;
/** How often Node checks for requests that take too long to arrive (milliseconds). */
const CHECK_CONNECTIONS_MS = 1_000;
/** Exceeds the maximum length of a request line, because the parameters have their own limits. */
const MAX_PARAMETER = 64 * 1024;

/** A target in origin form or absolute form (RFC 9112 §3.2). */
const hasPath = /^(?:\/|https?:)/i;

const unsubscribeLink = /^\/u\/([^?#]*)/i;

/**
 * Unsubscribe links that email clients have changed to uppercase, extended with a slash, or cut inside an escaped
 * character also reach their page, which repairs them or explains that they are incomplete.
 */
function withReadablePath(url: string): string {
  const [path, token] = unsubscribeLink.exec(url) ?? [];
  if (path === undefined || token === undefined) return url;
  const whole = token.replace(/(?:\/|%2f)+$/i, '').replaceAll('/', '%2F');
  return `/u/${isDecodable(whole) ? whole : whole.replaceAll('%', '%25')}${url.slice(path.length)}`;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

type AnswerError = (thrown: unknown, reply: FastifyReply) => void;

/** Nest on Fastify, with common error handling and a time limit for the shutdown. */
export class GatewayAdapter extends FastifyAdapter {
  readonly http: FastifyInstance;
  readonly connections: Connections;

  constructor(answerError: AnswerError) {
    super({
      skipMiddie: true,
      return503OnClosing: false,
      routerOptions: { maxParamLength: MAX_PARAMETER },
      // A request without Host gets the gateway's own response.
      http: { connectionsCheckingInterval: CHECK_CONNECTIONS_MS, requireHostHeader: false },
      // A target that is not a path would not reach the hooks.
      rewriteUrl: ({ url = '' }) => (hasPath.test(url) ? withReadablePath(url) : `/${url}`),
      genReqId: ({ headers }: IncomingMessage) => requestIdOf(headers[REQUEST_ID_HEADER]),
      frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
        reply.header(REQUEST_ID_HEADER, request.id);
        answerError(error, reply);
      },
    });
    this.http = this.getInstance();
    this.http.setErrorHandler((error, _request, reply) => answerError(error, reply));
    this.connections = new Connections(this.http.server);
    this.http.addHook('onSend', (_request, reply, _payload, done) => {
      if (this.connections.areEnding) reply.header('connection', 'close');
      done();
    });
  }

  /** Nest's own handler would wrap Fastify's errors before they reach the gateway's error handling. */
  override setErrorHandler(): ReturnType<FastifyAdapter['setErrorHandler']> {
    return this.http;
  }

  /** Unknown paths are handled earlier. */
  override setNotFoundHandler(): ReturnType<FastifyAdapter['setNotFoundHandler']> {
    return this.http;
  }

  /** Accepts no more connections, finishes requests in flight, and cuts off requests that take too long. */
  override async close(): Promise<void> {
    const timer = setTimeout(() => this.http.server.closeAllConnections(), CLOSE_MS);
    this.connections.end();
    await super.close();
    clearTimeout(timer);
  }
}

/**
 * The open connections with their pending responses, in the order of their requests, so that idle connections can be
 * ended.
 */
export class Connections {
  private readonly inFlight = new Map<Duplex, Set<ServerResponse>>();
  private readonly ending = new WeakSet<Duplex>();
  private ended = false;

  constructor(server: Server) {
    server.on('connection', (socket) => {
      if (this.ended) socket.destroy();
      this.inFlight.set(socket, new Set());
      socket.once('close', () => this.inFlight.delete(socket));
    });
    server.on('request', ({ socket }, response) => {
      const answers = this.inFlight.get(socket);
      answers?.add(response);
      response.once('close', () => {
        if (!answers?.delete(response)) return;
        // A response that began before the shutdown could not request the end of its connection.
        if (this.ended && answers.size === 0) socket.end();
        // The remainder is the response to an interrupted request.
        if (this.ending.has(socket) && ![...answers].some(({ req }) => req.complete)) socket.end();
      });
    });
  }

  /** True after `end`: responses should then request that the connection closes. */
  get areEnding(): boolean {
    return this.ended;
  }

  /** Whether a response has begun, so that nothing else can be written. */
  isAnswering(socket: Duplex): boolean {
    return this.currentAnswer(socket)?.headersSent === true;
  }

  /**
   * Whether a complete request waits for its response. Then the connection ends after the responses to this and other
   * complete requests. Later input must not get a response first, because the client would mistake it for the response
   * to its request.
   */
  endsAfterAnswer(socket: Duplex): boolean {
    const waits = this.currentAnswer(socket)?.req.complete === true;
    if (waits) this.ending.add(socket);
    return waits;
  }

  /** Ends all connections without a request in flight, including unused connections, and all later connections. */
  end(): void {
    this.ended = true;
    for (const [socket, answers] of this.inFlight) if (answers.size === 0) socket.destroy();
  }

  /** The response that the client receives next: responses are sent in the order of the requests. */
  private currentAnswer(socket: Duplex): ServerResponse | undefined {
    return this.inFlight.get(socket)?.values().next().value;
  }
}
