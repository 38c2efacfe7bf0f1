import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OnApplicationShutdown, OnModuleDestroy } from '@nestjs/common';
import type { PlatformConfig } from './config';
import type { Health, HealthReport } from './health';
import { Metrics } from './metrics';

/** Answers the requests of an admin port. */
interface AdminRoutes {
  answer(path: string, response: ServerResponse): Promise<void>;
}

/** GET /health/live, /health/ready, and /metrics of a service. */
export class AdminPages implements AdminRoutes, OnModuleDestroy {
  constructor(
    readonly health: Health,
    readonly metrics: Metrics,
  ) {}

  onModuleDestroy(): void {
    this.health.stopping();
  }

  async answer(path: string, response: ServerResponse): Promise<void> {
    await answerPages(path, response, {
      ready: () => this.health.report(),
      scrape: () => this.metrics.scrape(),
    });
  }
}

/**
 * The pages of a process with several services: `/health/live`, `/health/ready`, and `/metrics` are about all of them,
 * and `/campaign/health/ready` or `/campaign/metrics` about one.
 */
export class SharedAdminPages implements AdminRoutes {
  private readonly pages = new Map<string, AdminPages>();

  constructor(
    private readonly services: readonly string[],
    private readonly metricsOfProcess: Metrics,
  ) {}

  add(service: string, pages: AdminPages): void {
    this.pages.set(service, pages);
  }

  async answer(path: string, response: ServerResponse): Promise<void> {
    const [, service = '', ...rest] = path.split('/');
    const pages = this.pages.get(service);
    if (pages) return pages.answer(`/${rest.join('/')}`, response);
    await answerPages(path, response, {
      ready: () => this.report(),
      scrape: () =>
        Metrics.scrapeTogether([
          this.metricsOfProcess,
          ...[...this.pages.values()].map((each) => each.metrics),
        ]),
    });
  }

  /** Ready when every service is. */
  private async report(): Promise<{ ready: boolean; services: Record<string, HealthReport> }> {
    const reports = await Promise.all(
      [...this.pages].map(async ([name, { health }]) => [name, await health.report()] as const),
    );
    const ready = reports.length === this.services.length && reports.every(([, report]) => report.ready);
    return { ready, services: Object.fromEntries(reports) };
  }
}

/** Serves the pages of one or several services on a separate port that is never public. */
export class AdminServer implements OnApplicationShutdown {
  private readonly server: Server;

  private constructor(routes: AdminRoutes) {
    this.server = createServer((request, response) => {
      const [path = '/'] = (request.url ?? '/').split('?');
      routes.answer(path, response).catch(() => response.writeHead(500).end());
    });
  }

  static async listen(
    config: Pick<PlatformConfig, 'ADMIN_PORT' | 'ADMIN_HOST'>,
    routes: AdminRoutes,
  ): Promise<AdminServer> {
    const admin = new AdminServer(routes);
    await new Promise<void>((resolve, reject) => {
      admin.server.once('error', reject).listen(config.ADMIN_PORT, config.ADMIN_HOST, resolve);
    });
    return admin;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  onApplicationShutdown(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

interface Pages {
  ready(): Promise<{ ready: boolean }>;
  scrape(): Promise<{ text: string; contentType: string }>;
}

async function answerPages(path: string, response: ServerResponse, pages: Pages): Promise<void> {
  if (path === '/health/live') {
    json(response, 200, { live: true });
  } else if (path === '/health/ready') {
    const report = await pages.ready();
    json(response, report.ready ? 200 : 503, report);
  } else if (path === '/metrics') {
    const { text, contentType } = await pages.scrape();
    response.writeHead(200, { 'content-type': contentType }).end(text);
  } else {
    json(response, 404, { error: 'This server provides /health/live, /health/ready, and /metrics' });
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
