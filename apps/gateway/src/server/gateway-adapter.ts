import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REQUEST_ID_HEADER, requestIdOf } from '../http/request-id';

/** How long connections may take to finish what they are at when the gateway stops. */
const CLOSE_MS = 20_000;
/** How often Node looks for connections whose requests take too long to arrive. */
const CHECK_CONNECTIONS_MS = 1_000;
/** Longer than a request line may be: what a parameter may be is said where it is read. */
const MAX_PARAMETER = 64 * 1024;

/** A target in origin form or absolute form (RFC 9112 §3.2). */
const hasPath = /^(?:\/|https?:)/i;

type AnswerError = (thrown: unknown, reply: FastifyReply) => void;

/** Nest on Fastify, with the errors of both answered in one place and an end that comes. */
export class GatewayAdapter extends FastifyAdapter {
  readonly http: FastifyInstance;
  readonly connections: Connections;

  constructor(answerError: AnswerError) {
    super({
      skipMiddie: true,
      return503OnClosing: false,
      routerOptions: { maxParamLength: MAX_PARAMETER },
      // A request without Host is refused with our own answer.
      http: { connectionsCheckingInterval: CHECK_CONNECTIONS_MS, requireHostHeader: false },
      // What is no path never comes as far as our hooks.
      rewriteUrl: ({ url = '' }) => (hasPath.test(url) ? url : `/${url}`),
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

  /** Nest's own would put its exceptions between Fastify's errors and our answers. */
  override setErrorHandler(): ReturnType<FastifyAdapter['setErrorHandler']> {
    return this.http;
  }

  /** Unknown paths are answered before they come here. */
  override setNotFoundHandler(): ReturnType<FastifyAdapter['setNotFoundHandler']> {
    return this.http;
  }

  /** Takes nothing more, answers what is in flight, and cuts off what takes too long. */
  override async close(): Promise<void> {
    const timer = setTimeout(() => this.http.server.closeAllConnections(), CLOSE_MS);
    this.connections.end();
    await super.close();
    clearTimeout(timer);
  }
}

/** The open connections and what each is being answered, so that an end can come to those that have nothing in flight. */
export class Connections {
  private readonly inFlight = new Map<Duplex, ServerResponse | null>();
  private readonly ending = new WeakSet<Duplex>();
  private ended = false;

  constructor(server: Server) {
    server.on('connection', (socket) => {
      if (this.ended) socket.destroy();
      this.inFlight.set(socket, null);
      socket.once('close', () => this.inFlight.delete(socket));
    });
    server.on('request', ({ socket }, response) => {
      this.inFlight.set(socket, response);
      response.once('close', () => {
        if (this.inFlight.get(socket) !== response) return;
        this.inFlight.set(socket, null);
        // An answer that began before the end could not ask for it.
        if (this.ended || this.ending.has(socket)) socket.end();
      });
    });
  }

  /** True from `end` on: whoever answers now should ask for the connection to be closed. */
  get areEnding(): boolean {
    return this.ended;
  }

  /** Whether an answer has begun that must not be written into. */
  isAnswering(socket: Duplex): boolean {
    return this.inFlight.get(socket)?.headersSent === true;
  }

  /**
   * Whether a request that has arrived wholly waits for its answer; then the connection ends after that. What came behind it
   * must not be answered first: that would be taken for the answer.
   */
  endsAfterAnswer(socket: Duplex): boolean {
    const waits = this.inFlight.get(socket)?.req.complete === true;
    if (waits) this.ending.add(socket);
    return waits;
  }

  /** Cuts those on which nothing is in flight, also the ones on which nothing ever came, and all that are yet to come. */
  end(): void {
    this.ended = true;
    for (const [socket, response] of this.inFlight) if (!response) socket.destroy();
  }
}
