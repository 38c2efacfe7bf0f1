import { Injectable } from '@nestjs/common';
import type { Mail } from '../mime/compose-mail';
import type { Fault } from '../replies/fault';
import { NoFreeConnection } from './connection-pool';
import { ConnectionPools } from './connection-pools';
import { SmtpFault } from './mail-connection';
import type { MailServer } from './mail-server';

/** Sends a mail by a pooled connection. */
@Injectable()
export class SendMail {
  constructor(private readonly pools: ConnectionPools) {}

  /**
   * Null: the server took it. `busy`: there was no connection free in time, and nothing was tried. A connection that its
   * server had hung up while nobody used it is replaced without a word. Connections are had by turns of `line`.
   */
  async execute(
    mail: Mail,
    { server, line }: { server: MailServer; line: object },
    timeoutMs: number,
  ): Promise<Fault | 'busy' | null> {
    const pool = this.pools.for(server);
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const connection = await pool.acquire(deadline - performance.now(), line).catch(explain);
      if (!('send' in connection)) return connection.fault;
      const wasUsed = connection.wasUsed;
      const fault = await connection.send(mail, deadline - performance.now());
      void pool.release(connection);
      const hungUp =
        fault?.kind === 'connection' && fault.moment === 'before-message' && fault.cause !== 'ETIMEDOUT';
      if (!hungUp || !wasUsed) return fault;
    }
  }
}

function explain(error: unknown): { fault: Fault | 'busy' } {
  if (error instanceof SmtpFault) return { fault: error.fault };
  if (error instanceof NoFreeConnection) return { fault: 'busy' };
  throw error;
}
