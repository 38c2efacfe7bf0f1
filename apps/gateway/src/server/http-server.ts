import type { Server } from 'node:http';
import { AppError } from '@carillon/contracts';
import { type HttpServer, Logger, Metrics } from '@carillon/platform';
import type { INestApplication, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { Authenticator } from '../security/authenticator';
import { type GatewayConfig, gatewayConfig } from '../config';
import { DocsController } from '../features/docs';
import { Claims } from '../http/idempotency/claims';
import { repeatSafely } from '../http/idempotency/hooks';
import { InputGuard } from '../http/input/input.guard';
import { KeyLimits } from '../http/rate-limits/key-limits';
import { ClientNetworks } from '../security/client-networks';
import { ProblemFilter } from '../http/problems/problem.filter';
import { readyBuilds } from './builds';
import { serveConsole } from './console';
import { allowOrigins } from './cors';
import { serveDocs } from './docs-site';
import { guardOverload } from '../http/overload-guard';
import { setUpPipeline } from './request-pipeline';
import { GatewayAdapter } from './gateway-adapter';
import { RouteTable } from '../http/route-table';
import { answerSocketErrors } from './socket-errors';

type Options = Pick<NestApplicationOptions, 'logger' | 'bodyParser' | 'abortOnError'>;

/**
 * The maximum number of connections that wait to be accepted. The kernel's own limit, net.core.somaxconn, also applies.
 */
const BACKLOG = 4_096;

/** Creates the gateway's application and opens its port. */
export const gatewayServer: HttpServer = {
  async create(module, logger) {
    const late: { filter?: ProblemFilter } = {};
    const adapter = new GatewayAdapter((thrown, reply) => late.filter?.answer(thrown, reply));
    const options: Options = { logger, bodyParser: false, abortOnError: false };
    const app = await NestFactory.create<NestFastifyApplication>(module, adapter, options);
    late.filter = app.get(ProblemFilter);
    app.useGlobalFilters(late.filter);
    app.useGlobalGuards(app.get(InputGuard));
    app.get(DocsController).describe(app);
    await furnish(app, adapter);
    return app;
  },

  async listen(app: INestApplication) {
    const { HTTP_PORT, HTTP_HOST } = app.get<GatewayConfig>(gatewayConfig.token);
    const front = app as NestFastifyApplication;
    await front.listen({ port: HTTP_PORT, host: HTTP_HOST, backlog: BACKLOG });
  },
};

async function furnish(app: INestApplication, { http, connections }: GatewayAdapter): Promise<void> {
  const config = app.get<GatewayConfig>(gatewayConfig.token);
  const { ARRIVAL_TIMEOUT_MS, REQUEST_TIMEOUT_MS, MAX_REQUESTS_IN_FLIGHT, CORS_ORIGINS } = config;
  const log = app.get(Logger);
  const routes = new RouteTable();
  limitTime(http, REQUEST_TIMEOUT_MS);
  if (CORS_ORIGINS !== undefined) await allowOrigins(http, CORS_ORIGINS);
  setUpPipeline(http, {
    routes,
    authenticator: app.get(Authenticator),
    networks: app.get(ClientNetworks),
    limits: app.get(KeyLimits),
    arrivalTimeoutMs: ARRIVAL_TIMEOUT_MS,
    isSecure: config.PUBLIC_URL.startsWith('https:'),
  });
  repeatSafely(http, app.get(Claims));
  await readyBuilds(http);
  serveConsole(http, config.PUBLIC_URL);
  serveDocs(http);
  lingerAfterRefusals(http);
  logRequests(http, log, app.get(Metrics));
  limitConnections(http.server, ARRIVAL_TIMEOUT_MS);
  guardOverload(http.server, MAX_REQUESTS_IN_FLIGHT, log, app.get(Metrics));
  answerSocketErrors(http.server, routes, connections, log);
}

/**
 * How long an idle connection is kept, as announced in Keep-Alive (milliseconds): longer than the 60 s of most proxies.
 */
const KEEP_ALIVE_MS = 72_000;
/**
 * How much longer an idle connection is actually kept (milliseconds). A client that respects the announced time
 * therefore never sends a request on a connection that is being closed, even if both sides are busy for a while.
 */
const KEEP_ALIVE_BUFFER_MS = 30_000;

/** Bodies have limits where they are read: an upload may take as long as data keeps arriving. */
export function limitConnections(server: Server, arrivalTimeoutMs: number): void {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.keepAliveTimeoutBuffer = KEEP_ALIVE_BUFFER_MS;
  server.headersTimeout = arrivalTimeoutMs;
  server.requestTimeout = 0;
}

/**
 * Sends a response to requests that take too long (milliseconds). Their handlers may continue, without an effect on the
 * response. Fastify's own `handlerTimeout` ends as soon as a body is read, because it measures until the end of the
 * request, not of the response.
 */
function limitTime(http: FastifyInstance, limitMs: number): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.isLong) {
      const timer = setTimeout(() => {
        if (!reply.raw.headersSent) reply.send(new AppError('timeout'));
      }, limitMs).unref();
      reply.raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/**
 * The maximum time for which the remaining part of a refused body is read and discarded, before the connection is cut
 * (milliseconds).
 */
const LINGER_MS = 30_000;
/** If no data arrives for this time, the connection is cut (milliseconds). */
const LINGER_QUIET_MS = 5_000;

/**
 * Lets a client that is still sending its body read the response that rejects it. Closing immediately would reset the
 * connection, and lose the response (RFC 9112 §9.6).
 */
function lingerAfterRefusals(http: FastifyInstance): void {
  http.addHook('onSend', (request, reply, _payload, done) => {
    // Fastify requests that the connection close immediately after an unreadable body.
    if (!request.raw.complete && reply.getHeader('connection') === 'close') reply.removeHeader('connection');
    done();
  });
  http.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete && !raw.destroyed) {
      raw.resume();
      const { socket } = raw;
      const until = performance.now() + LINGER_MS;
      let readBefore = socket.bytesRead;
      const timer = setInterval(() => {
        if (socket.bytesRead === readBefore || performance.now() > until) socket.destroy();
        readBefore = socket.bytesRead;
      }, LINGER_QUIET_MS).unref();
      const isOver = (): void => clearInterval(timer);
      raw.once('close', isOver).once('end', isOver);
    }
    done();
  });
}

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Requests that match no route are one series, regardless of their paths. */
const NOWHERE = 'none';

/**
 * Writes one log line and one observation per request. Paths appear as patterns, because their values can be personal
 * data.
 */
export function logRequests(http: FastifyInstance, log: Logger, metrics: Metrics): void {
  const durations = metrics.histogram(
    'carillon_http_request_seconds',
    'Time from the arrival of a request to the end of its response',
    BUCKETS_S,
    ['method', 'route', 'status'],
  );
  http.addHook('onResponse', (request, reply, done) => {
    const { method, id: requestId, principal } = request;
    const route = request.is404 ? NOWHERE : (request.routeOptions.url ?? NOWHERE);
    const status = reply.raw.writableEnded ? reply.statusCode : 'aborted';
    const ms = Math.round(reply.elapsedTime);
    const who = principal && {
      keyId: principal.keyId,
      ...(principal.role === 'user' && { userId: principal.userId }),
    };
    log.info({ requestId, method, route, status, ms, ...who }, 'request');
    durations.observe({ method, route, status }, reply.elapsedTime / 1000);
    done();
  });
}
