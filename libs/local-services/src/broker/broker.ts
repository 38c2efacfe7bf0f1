import type { LocalServer, LocalServerOptions } from '../local-server';

export interface BrokerOptions extends LocalServerOptions {
  /** With the management plugin's HTTP interface, for tests. */
  management?: boolean;
}

export interface RunningBroker extends LocalServer {
  /** `amqp://user:password@host:port`, the default virtual host. */
  readonly amqpUrl: string;
  /** `http://user:password@host:port`; there when `management` was asked for, or it came along. */
  readonly managementUrl?: string;
}
