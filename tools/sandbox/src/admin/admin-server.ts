import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Registry } from 'prom-client';
import { type MessageStore } from '../messages/message-store';
import { metricsOf, type Counted, type Reported } from './metrics';

/** What readiness is read from, too. */
export type Watched = Counted & Pick<MessageStore, 'failing'>;

/** Health and metrics, on a port of their own: live as soon as it listens, ready while it watches a store that works. */
export class AdminServer {
  private readonly server: Server;
  private watched: { store: Watched; metrics: Registry } | null = null;

  constructor(private readonly settings: { readonly host: string; readonly port: number }) {
    this.server = createServer((request, response) => {
      request.resume();
      void this.serve(request.url ?? '/', response);
    });
  }

  /** Begins to listen. @returns the port, chosen by the system when the settings say 0 */
  async listen(): Promise<number> {
    this.server.listen(this.settings.port, this.settings.host);
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  /** Everything is up: says so from now on. */
  watch(store: Watched, reports: Reported): void {
    this.watched = { store, metrics: metricsOf(store, reports) };
  }

  /** Stops being ready while what is under way is finished. */
  drain(): void {
    this.watched = null;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async serve(url: string, response: ServerResponse): Promise<void> {
    if (url === '/metrics' && this.watched) {
      const { contentType } = this.watched.metrics;
      const body = await this.watched.metrics.metrics();
      response.writeHead(200, { 'content-type': contentType }).end(body);
    } else if (url === '/health/live') answer(response, 200, { status: 'ok' });
    else if (url === '/health/ready') this.answerReady(response);
    else answer(response, 404, { status: 'not found' });
  }

  private answerReady(response: ServerResponse): void {
    const reason = this.watched ? this.watched.store.failing : 'not up yet, or stopping';
    if (reason === null) answer(response, 200, { status: 'ok' });
    else answer(response, 503, { status: 'unavailable', reason });
  }
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
