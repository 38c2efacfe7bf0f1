import type { Logger, Metrics } from '@carillon/platform';
import type { FastifyInstance } from 'fastify';

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Requests that matched no route are one series, whatever their paths. */
const NOWHERE = 'none';

/** One line and one observation per request. Paths are shown as patterns: what stands in them may be personal. */
export function logRequests(http: FastifyInstance, log: Logger, metrics: Metrics): void {
  const durations = metrics.histogram(
    'carillon_http_request_seconds',
    'Time from the arrival of a request to the end of its answer',
    BUCKETS_S,
    ['method', 'route', 'status'],
  );
  http.addHook('onResponse', (request, reply, done) => {
    const { method, id: requestId, principal } = request;
    const route = request.is404 ? NOWHERE : (request.routeOptions.url ?? NOWHERE);
    const status = reply.raw.writableEnded ? reply.statusCode : 'aborted';
    const ms = Math.round(reply.elapsedTime);
    const userId = principal?.role === 'user' ? principal.userId : undefined;
    log.info(
      { requestId, method, route, status, ms, ...(userId === undefined ? {} : { userId }) },
      'request',
    );
    durations.observe({ method, route, status }, reply.elapsedTime / 1000);
    done();
  });
}
