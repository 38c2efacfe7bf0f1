import { Inject, Injectable } from '@nestjs/common';
import { Metrics } from '@carillon/platform';
import { LRUCache } from 'lru-cache';
import { type EmailWorkerConfig, emailWorkerConfig } from '../config';
import { ConnectionLimit } from './connection-limit';
import { ConnectionPool } from './connection-pool';
import { MailConnection, type MailServer, connectionKey, smtpTimeouts } from './mail-connection';
import { ProcessLoad } from './process-load';
import { ReplyPatience } from './reply-patience';

/** The pools: one for each mail server and login in use. */
@Injectable()
export class ConnectionPools {
  private readonly pools = new Map<string, ConnectionPool>();
  private readonly keys = new WeakMap<MailServer, string>();
  private readonly load = new ProcessLoad();
  /** The reply times of servers, by key. Kept longer than the pools, so that silent servers are tried rarely. */
  private readonly patience = new LRUCache<string, ReplyPatience>({ max: 1_000 });
  private closing: NodeJS.Timeout | undefined;

  constructor(
    @Inject(emailWorkerConfig.token) private readonly config: EmailWorkerConfig,
    metrics: Metrics,
  ) {
    const sum = (of: (pool: ConnectionPool) => number) => (): number =>
      [...this.pools.values()].reduce((total, pool) => total + of(pool), 0);
    metrics.gauge(
      'carillon_mail_connections',
      'Connections to mail servers',
      sum((pool) => pool.connections),
    );
    metrics.gauge(
      'carillon_mail_connection_limit',
      'Connections currently allowed to the mail servers in use',
      sum((pool) => pool.limit),
    );
  }

  for(server: MailServer): ConnectionPool {
    const key = this.keyOf(server);
    const existing = this.pools.get(key);
    if (existing) return existing;
    const most = this.config.EMAIL_CONNECTIONS;
    const limit = server.maxConnections === null ? new ConnectionLimit(most, performance.now()) : null;
    const hints = { distanceMs: Infinity };
    const pool = new ConnectionPool(
      () => MailConnection.open(server, smtpTimeouts.session, hints),
      limit,
      () => this.load.isFull(),
      this.patienceFor(key),
    );
    this.pools.set(key, pool);
    this.closing ??= setInterval(() => this.closeIdle(), smtpTimeouts.idle / 4).unref();
    return pool;
  }

  /**
   * Begins a lease that sends up to `sends` emails concurrently. If the server has a connection limit, the lease can
   * have that many connections. The returned function releases them.
   */
  begin(server: MailServer, sends: number): () => Promise<void> {
    return server.maxConnections === null ? () => Promise.resolve() : this.for(server).claim(sends);
  }

  /**
   * The number of emails of one lease to send concurrently: as many as its connections accept at once, and one more,
   * which shows whether another connection would be useful.
   * @param connections how many connections the lease can have
   */
  usefulSends(server: MailServer, connections: number): number {
    const pool = this.pools.get(this.keyOf(server));
    const each = pool?.mailsInTransit ?? 1;
    if (server.maxConnections !== null) return connections * each;
    // A closed worker has no pool.
    return Math.min(pool?.limit ?? 1, connections) * each + 1;
  }

  close(): void {
    clearInterval(this.closing);
    this.closing = undefined;
    for (const pool of this.pools.values()) pool.close();
    this.pools.clear();
  }

  private patienceFor(key: string): ReplyPatience {
    const patience = this.patience.get(key) ?? new ReplyPatience();
    this.patience.set(key, patience);
    return patience;
  }

  private keyOf(server: MailServer): string {
    const known = this.keys.get(server) ?? connectionKey(server);
    this.keys.set(server, known);
    return known;
  }

  /** Closes the pools of unused servers. */
  private closeIdle(): void {
    const before = performance.now() - smtpTimeouts.idle;
    for (const [key, pool] of this.pools) {
      if (!pool.isIdle || pool.lastUsed > before) continue;
      this.pools.delete(key);
      pool.close();
    }
  }
}
