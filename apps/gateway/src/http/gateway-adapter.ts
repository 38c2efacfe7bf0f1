import type { IncomingMessage } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Connections } from './connections';
import { requestIdOf, REQUEST_ID_HEADER } from './request-id';

/** How long connections may take to finish what they are at when the gateway stops. */
const CLOSE_MS = 20_000;
/** How often Node looks for connections whose requests take too long to arrive. */
const CHECK_CONNECTIONS_MS = 1_000;
/** Longer than a request line may be: what a parameter may be is said where it is read. */
const MAX_PARAMETER = 64 * 1024;

/** A target in origin form or absolute form (RFC 9112 §3.2). */
const hasPath = /^(?:\/|https?:)/i;

export type AnswerError = (thrown: unknown, reply: FastifyReply) => void;

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

  /** Takes nothing more, answers what is in hand, and cuts off what takes too long. */
  override async close(): Promise<void> {
    const timer = setTimeout(() => this.http.server.closeAllConnections(), CLOSE_MS);
    this.connections.end();
    await super.close();
    clearTimeout(timer);
  }
}
