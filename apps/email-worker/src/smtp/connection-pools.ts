import { Inject, Injectable } from '@nestjs/common';
import { type EmailWorkerConfig, emailWorkerConfig } from '../config';
import { ConnectionPool } from './connection-pool';
import { MailConnection } from './mail-connection';
import { type MailServer, connectionKey } from './mail-server';
import { smtpTimeouts } from './smtp-timeouts';

/** A pool for each mail server and login that is in use. */
@Injectable()
export class ConnectionPools {
  private readonly pools = new Map<string, ConnectionPool>();
  private readonly keys = new WeakMap<MailServer, string>();
  private sweeping: NodeJS.Timeout | undefined;

  constructor(@Inject(emailWorkerConfig.token) private readonly config: EmailWorkerConfig) {}

  for(server: MailServer): ConnectionPool {
    const key = this.keyOf(server);
    const known = this.pools.get(key);
    if (known) return known;
    const max = server.maxConnections === null ? this.config.EMAIL_CONNECTIONS : 0;
    const pool = new ConnectionPool(() => MailConnection.open(server), max);
    this.pools.set(key, pool);
    this.sweeping ??= setInterval(() => this.sweep(), smtpTimeouts.idle / 4).unref();
    return pool;
  }

  /**
   * A hand begins that sends so many mails at once. Of a server whose connections are counted, it may have so many; what
   * is answered closes them again.
   */
  begin(server: MailServer, sends: number): () => Promise<void> {
    return server.maxConnections === null ? () => Promise.resolve() : this.for(server).claim(sends);
  }

  close(): void {
    clearInterval(this.sweeping);
    this.sweeping = undefined;
    for (const pool of this.pools.values()) pool.close();
    this.pools.clear();
  }

  private keyOf(server: MailServer): string {
    const known = this.keys.get(server) ?? connectionKey(server);
    this.keys.set(server, known);
    return known;
  }

  /** Servers that nobody writes by any more are left alone. */
  private sweep(): void {
    const before = performance.now() - smtpTimeouts.idle;
    for (const [key, pool] of this.pools) {
      if (!pool.isIdle || pool.lastUsed > before) continue;
      this.pools.delete(key);
      pool.close();
    }
  }
}
