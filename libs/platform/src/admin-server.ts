import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OnApplicationShutdown, OnModuleDestroy } from '@nestjs/common';
import type { PlatformConfig } from './config';
import type { Health } from './health';
import type { Metrics } from './metrics';

/** Serves GET /health/live, /health/ready, and /metrics, on a separate port that is never public. */
export class AdminServer implements OnModuleDestroy, OnApplicationShutdown {
  private readonly server: Server;

  private constructor(
    private readonly health: Health,
    private readonly metrics: Metrics,
  ) {
    this.server = createServer((request, response) => {
      this.answer(request.url ?? '/', response).catch(() => response.writeHead(500).end());
    });
  }

  static async listen(config: PlatformConfig, health: Health, metrics: Metrics): Promise<AdminServer> {
    const admin = new AdminServer(health, metrics);
    await new Promise<void>((resolve, reject) => {
      admin.server.once('error', reject).listen(config.ADMIN_PORT, config.ADMIN_HOST, resolve);
    });
    return admin;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  onModuleDestroy(): void {
    this.health.stopping();
  }

  onApplicationShutdown(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(url: string, response: ServerResponse): Promise<void> {
    const path = url.split('?')[0];
    if (path === '/health/live') {
      json(response, 200, { live: true });
    } else if (path === '/health/ready') {
      const report = await this.health.report();
      json(response, report.ready ? 200 : 503, report);
    } else if (path === '/metrics') {
      const { text, contentType } = await this.metrics.scrape();
      response.writeHead(200, { 'content-type': contentType }).end(text);
    } else {
      json(response, 404, { error: 'This server provides /health/live, /health/ready, and /metrics' });
    }
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
