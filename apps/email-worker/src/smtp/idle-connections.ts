import type { MailConnection } from './mail-connection';

/** Open connections that no email uses. The server can close them at any time: lost ones are never given out. */
export class IdleConnections {
  private readonly connections: MailConnection[] = [];

  get size(): number {
    this.dropLost();
    return this.connections.length;
  }

  put(connection: MailConnection): void {
    this.connections.push(connection);
  }

  /** Takes the connection that was used last. Undefined: there is none. */
  take(): MailConnection | undefined {
    let connection = this.connections.pop();
    while (connection && !connection.isUsable) connection = this.connections.pop();
    return connection;
  }

  /** Takes all connections. */
  clear(): MailConnection[] {
    return this.connections.splice(0);
  }

  /** Runs several times per email, so it allocates nothing if no connection is lost. */
  private dropLost(): void {
    for (let at = this.connections.length - 1; at >= 0; at--) {
      if (this.connections[at]?.isUsable === false) this.connections.splice(at, 1);
    }
  }
}
