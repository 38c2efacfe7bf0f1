import type { MessageName, Payload, Service } from '@carillon/contracts';
import {
  type MessageContext,
  MessagingConnection,
  type MessagingConnectionOptions,
  type MessagingObserver,
  MessagingServer,
  type MessagingServerOptions,
  Messenger,
} from '@carillon/messaging';
import type { TestBroker } from '@carillon/testing';
import { eventually } from './seen';
import { TestLog } from './test-log';

type Handler<N extends MessageName> = (payload: Payload<N>, context: MessageContext) => unknown;
export type Handlers = { [N in MessageName]?: Handler<N> };

export interface TestProcessOptions extends Partial<MessagingServerOptions> {
  /** Short pauses (milliseconds), so that a message goes through all retries within a test. */
  ladder?: readonly number[];
  commandQueues?: MessagingConnectionOptions['commandQueues'];
  observer?: MessagingObserver;
}

/** One process of a service: its connection, its messenger, and its handlers. */
export class TestProcess {
  readonly log = new TestLog();
  readonly connection: MessagingConnection;
  readonly messenger: Messenger;
  readonly server: MessagingServer;

  private losses = 0;

  private constructor(url: string, service: Service, options: TestProcessOptions) {
    const { ladder = [30, 60], commandQueues, observer, ...server } = options;
    this.connection = new MessagingConnection({
      url,
      service,
      log: this.log,
      ladder,
      ...(commandQueues && { commandQueues }),
      ...(observer && { observer }),
      onStateChange: (connected) => {
        if (!connected) this.losses += 1;
      },
    });
    this.messenger = new Messenger(this.connection);
    this.server = new MessagingServer({ connection: this.connection, service, partial: true, ...server });
  }

  static async start(
    url: string,
    service: Service,
    handlers: Handlers = {},
    options: TestProcessOptions = {},
  ): Promise<TestProcess> {
    const process = new TestProcess(url, service, options);
    for (const [name, handler] of Object.entries(handlers)) {
      // The table's types depend on the name; at runtime, a handler takes the payload of its message.
      process.server.addHandler(name, handler as never);
    }
    await process.connection.connect();
    await new Promise<void>((resolve, reject) => {
      void process.server.listen((error) => {
        if (error instanceof Error) reject(error);
        else resolve();
      });
    });
    return process;
  }

  /** Makes the broker drop this process's connection once. The next one isn't affected. */
  async cutOff(broker: TestBroker): Promise<void> {
    const before = this.losses;
    const port = this.connection.writes.socket?.localPort;
    if (port === undefined) throw new Error('The process is not connected');
    await broker.dropConnections(port);
    await eventually(
      () => this.losses,
      (losses) => losses > before,
    );
  }

  async stop(): Promise<void> {
    await this.server.close();
    await this.connection.close();
  }
}
