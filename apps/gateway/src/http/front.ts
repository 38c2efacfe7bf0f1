import type { Server } from 'node:http';
import { type HttpFront, Logger, Metrics } from '@carillon/platform';
import type { INestApplication, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Authenticator } from '../access/authenticator';
import { InputGuard } from '../input/input.guard';
import { type GatewayConfig, gatewayConfig } from '../config';
import { DocsController } from '../docs/docs.controller';
import { ClientNetworks } from '../networks/client-networks';
import { KeyLimits } from '../limits/key-limits';
import { Claims } from '../idempotency/claims';
import { repeatSafely } from '../idempotency/hooks';
import { ProblemFilter } from '../problems/problem.filter';
import { allowOrigins } from './cors';
import { guardDoor } from './door';
import { setUpEntrance } from './entrance';
import { GatewayAdapter } from './gateway-adapter';
import { lingerAfterRefusals } from './linger';
import { logRequests } from './request-log';
import { RouteTable } from './route-table';
import { SocketErrors } from './socket-errors';
import { limitTime } from './time-limit';

type Options = Pick<NestApplicationOptions, 'logger' | 'bodyParser' | 'abortOnError'>;

/** How many connections may wait to be taken; the kernel takes no more than its own limit, net.core.somaxconn. */
const BACKLOG = 4_096;

/** How the gateway's application is made and put on its port. */
export const gatewayFront: HttpFront = {
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
  const { ARRIVAL_TIMEOUT_MS, REQUEST_TIMEOUT_MS, MAX_REQUESTS_IN_HAND, CORS_ORIGINS } =
    app.get<GatewayConfig>(gatewayConfig.token);
  const log = app.get(Logger);
  const routes = new RouteTable();
  limitTime(http, REQUEST_TIMEOUT_MS);
  if (CORS_ORIGINS !== undefined) await allowOrigins(http, CORS_ORIGINS);
  setUpEntrance(http, {
    routes,
    authenticator: app.get(Authenticator),
    networks: app.get(ClientNetworks),
    limits: app.get(KeyLimits),
    arrivalTimeoutMs: ARRIVAL_TIMEOUT_MS,
  });
  repeatSafely(http, app.get(Claims));
  lingerAfterRefusals(http);
  logRequests(http, log, app.get(Metrics));
  limitConnections(http.server, ARRIVAL_TIMEOUT_MS);
  guardDoor(http.server, MAX_REQUESTS_IN_HAND, log, app.get(Metrics));
  new SocketErrors(routes, connections, log).watch(http.server);
}

/** Bodies are limited where they are read: a file may take as long as it goes on coming. */
function limitConnections(server: Server, arrivalTimeoutMs: number): void {
  server.headersTimeout = arrivalTimeoutMs;
  server.requestTimeout = 0;
}
