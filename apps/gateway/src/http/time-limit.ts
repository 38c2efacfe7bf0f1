import { AppError } from '@carillon/contracts';
import type { FastifyInstance } from 'fastify';

/**
 * Answers requests that take too long (milliseconds) in our name; whoever was at it may come to its end unheard. Fastify's
 * own `handlerTimeout` is over as soon as a body was read: it goes by the end of the request, not of the answer.
 */
export function limitTime(http: FastifyInstance, limitMs: number): void {
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
