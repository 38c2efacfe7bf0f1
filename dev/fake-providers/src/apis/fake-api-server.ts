import { type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { FakeApis } from './fake-api';
import { mountApis } from './mount-apis';

/** Longer than clients keep an idle connection (milliseconds). */
const KEEP_ALIVE_MS = 75_000;

/** A server for tests with the APIs of some providers. */
export class FakeApiServer {
  private readonly app = Fastify({ keepAliveTimeout: KEEP_ALIVE_MS, exposeHeadRoutes: false });

  constructor(private readonly apis: FakeApis) {
    void this.app.register(mountApis, { apis });
  }

  async start(): Promise<this> {
    await this.app.listen({ host: '127.0.0.1', port: 0 });
    return this;
  }

  /** The value for `PROVIDER_API_URL`. */
  get url(): string {
    return `http://127.0.0.1:${(this.app.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const api of Object.values(this.apis)) api.close?.();
    this.app.server.closeAllConnections();
    await this.app.close();
  }
}
