import { promisify } from 'node:util';
import type { INestApplication, INestMicroservice, Type } from '@nestjs/common';
import {
  type BroadcastName,
  type CommandName,
  type EventName,
  type Payload,
  type QueueName,
  type Reply,
  type Service,
  messages,
  queues,
} from '@carillon/contracts';
import { MessagingConnection, MessagingServer, Messenger } from '@carillon/messaging';
import { type HttpServer, startService } from '@carillon/platform';
import type { TestBroker } from './test-broker';
import type { TestDatabase } from './test-database';

/** The broker, the database, and the configuration of a service under test. */
export interface HarnessOptions {
  broker: TestBroker;
  database?: TestDatabase;
  environment?: Record<string, string>;
  http?: HttpServer;
}

/** Starts a service in this process, on the test's broker and database. End it with `close()`. */
export async function startTestService(
  service: Service,
  module: Type,
  { broker, database, environment, http }: HarnessOptions,
): Promise<INestApplication | INestMicroservice> {
  const surroundings: Record<string, string> = { AMQP_URL: broker.amqpUrl, LOG_LEVEL: 'silent' };
  if (database)
    Object.assign(surroundings, { MONGO_URL: database.mongoUrl, DATABASE_PREFIX: `${database.name}_` });
  return startService(service, module, { ...surroundings, ...environment }, http);
}

type Answers = { [N in CommandName]?: (payload: Payload<N>) => Reply<N> | Promise<Reply<N>> };

type Listeners = { [N in EventName]?: (payload: Payload<N>) => unknown };

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The response time limit of a service on a busy machine, for tests that do not measure it (milliseconds). */
const ANSWER_MS = 60_000;
/** The time for which a service in a test waits for another service or for its database (milliseconds). */
export const PATIENT_MS = 20_000;

/** Represents other services: handles commands, consumes events, and sends with `messenger`. */
export class OtherServices {
  readonly messenger: Messenger;
  private readonly servers: MessagingServer[] = [];

  private constructor(private readonly connection: MessagingConnection) {
    this.messenger = new Messenger(connection, { patienceMs: ANSWER_MS });
  }

  static async on(broker: TestBroker, answers: Answers = {}): Promise<OtherServices> {
    const connection = new MessagingConnection({ url: broker.amqpUrl, service: 'gateway', log: quiet });
    await connection.connect();
    const others = new OtherServices(connection);
    await others.answer(answers);
    return others;
  }

  /** Handles these commands in place of the services that own them. */
  async answer(answers: Answers): Promise<void> {
    const names = Object.keys(answers) as CommandName[];
    for (const owner of new Set(names.map((name) => messages[name].owner))) {
      const server = this.server(owner, []);
      for (const name of names.filter((command) => messages[command].owner === owner)) {
        const answer = answers[name] as (payload: unknown) => unknown;
        server.addHandler(name, (payload: unknown) => Promise.resolve(answer(payload)));
      }
      await open(server);
    }
  }

  /** Consumes the events of one queue in place of its service. */
  async hear(queue: QueueName, listeners: Listeners): Promise<void> {
    const server = this.server(queues[queue].service, [queue]);
    listen(server, listeners);
    await open(server);
  }

  /** Consumes broadcasts, as every process does. */
  async overhear(listeners: { [N in BroadcastName]?: (payload: Payload<N>) => unknown }): Promise<void> {
    const server = this.server('gateway', []);
    listen(server, listeners);
    await open(server);
  }

  async close(): Promise<void> {
    for (const server of this.servers) await server.close();
    await this.connection.close();
  }

  private server(service: Service, consumes: QueueName[]): MessagingServer {
    const server = new MessagingServer({ connection: this.connection, service, consumes, partial: true });
    this.servers.push(server);
    return server;
  }
}

function listen(server: MessagingServer, listeners: Record<string, unknown>): void {
  for (const [name, listener] of Object.entries(listeners) as [string, (payload: unknown) => unknown][]) {
    server.addHandler(name, (payload: unknown) => Promise.resolve(listener(payload)), true);
  }
}

const open = promisify((server: MessagingServer, done: (error?: Error) => void) => {
  void server.listen((error) => done(error as Error | undefined));
});
