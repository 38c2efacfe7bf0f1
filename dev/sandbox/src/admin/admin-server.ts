import { type AddressInfo } from 'node:net';
import Fastify, { type FastifyReply } from 'fastify';
import { type Registry } from 'prom-client';
import { type MessageStore } from '../messages/message-store';
import { metricsOf, type Counted, type Reported } from './metrics';

/** The dependencies of readiness, in addition to the metrics. */
export type Watched = Counted & Pick<MessageStore, 'failing'>;

/**
 * Serves health and metrics on a separate port. The sandbox is live as soon as this server listens, and ready while
 * it watches a working store.
 */
export class AdminServer {
  private readonly app = Fastify({ forceCloseConnections: true });
  private watched: { store: Watched; metrics: Registry } | null = null;

  constructor(private readonly settings: { readonly host: string; readonly port: number }) {
    this.app.get('/health/live', () => ({ status: 'ok' }));
    this.app.get('/health/ready', (_request, reply) => this.answerReady(reply));
    this.app.get('/metrics', async (_request, reply) => {
      const metrics = this.watched?.metrics;
      if (metrics) return reply.type(metrics.contentType).send(await metrics.metrics());
      reply.callNotFound();
      return reply;
    });
    this.app.setNotFoundHandler((_request, reply) => reply.code(404).send({ status: 'not found' }));
  }

  /** Starts to listen. @returns the port, which the system chooses if it is set to 0 */
  async listen(): Promise<number> {
    await this.app.listen(this.settings);
    return (this.app.server.address() as AddressInfo).port;
  }

  /** Starts to report readiness. */
  watch(store: Watched, reports: Reported): void {
    this.watched = { store, metrics: metricsOf(store, reports) };
  }

  /** Stops being ready while work in flight finishes. */
  drain(): void {
    this.watched = null;
  }

  async close(): Promise<void> {
    await this.app.close();
  }

  private answerReady(reply: FastifyReply): FastifyReply {
    const reason = this.watched ? this.watched.store.failing : 'not up yet, or stopping';
    return reason === null
      ? reply.send({ status: 'ok' })
      : reply.code(503).send({ status: 'unavailable', reason });
  }
}
