import { type DynamicModule, Module, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { MongooseModule, getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { QueueName, Service } from '@carillon/contracts';
import { Messenger, MessagingConnection, MessagingServer } from '@carillon/messaging';
import { AdminServer } from './admin-server';
import { classify } from './classify';
import { Clock, SystemClock } from './clock';
import {
  type ConfigDefinition,
  type DatabaseConfig,
  type Environment,
  type PlatformConfig,
  type TracesConfig,
  databaseConfig,
  parseConfig,
  platformConfig,
  tracesConfig,
} from './config';
import { Database, type DatabaseAddress, mongooseOptions } from './database';
import { watchPool } from './database-pool';
import { Health } from './health';
import { Logger } from './logger';
import { MessagingMetrics } from './messaging-metrics';
import { type Migration, checkSchema, migrate } from './migrations';
import { Metrics } from './metrics';
import { Traces } from './traces';

/** The environment of the process; tests give their own. */
export const ENVIRONMENT = Symbol('environment');

const DRAIN_MS = 25_000;

export interface PlatformOptions {
  /** The service's own variables. */
  config?: ConfigDefinition;
  /**
   * Whether the service owns collections; its database is `carillon_<service>`. `spared`: the service starts, and does
   * most of its work, without the database.
   */
  database?: boolean | 'spared';
  /** The database changes of `npm run migrate`, of all features. */
  migrations?: readonly Migration[];
  /** The queues that this process consumes; absent: all queues of the service. */
  consumes?: readonly QueueName[];
  /** Messages in flight at the same time per queue, where that differs from contracts. */
  prefetch?: Partial<Record<QueueName, number>>;
}

/** The needs of every service: config, logs, broker, database, health, and metrics. */
@Module({})
export class PlatformModule {
  static forService(service: Service, options: PlatformOptions = {}): DynamicModule {
    const providers = [...basics(service), ...messaging(service, options)];
    if (options.config) providers.push(configOf(options.config));
    const { database: owned = false, migrations = [] } = options;
    if (owned !== false) providers.push(...database(service, owned === 'spared', migrations));
    const imports = owned === false ? [] : [connectionOf(service)];
    return { module: PlatformModule, global: true, imports, providers, exports: providers };
  }

  /**
   * For a process beside a service: config, clock, logs, and unread metrics, but no broker and no port. With the
   * service's database if needed.
   */
  static forTask(
    service: Service,
    config: ConfigDefinition,
    { database: needed = false } = {},
  ): DynamicModule {
    const providers = [...essentials(service), configOf(config)];
    if (needed) providers.push(Health, ...database(service, false, null));
    const imports = needed ? [connectionOf(service)] : [];
    return { module: PlatformModule, global: true, imports, providers, exports: providers };
  }
}

function configOf(definition: ConfigDefinition): Provider {
  return {
    provide: definition.token,
    inject: [ENVIRONMENT],
    useFactory: (environment: Environment) => parseConfig(definition, environment),
  };
}

function essentials(service: Service): Provider[] {
  return [
    configOf(platformConfig),
    { provide: Clock, useClass: SystemClock },
    {
      provide: Logger,
      inject: [platformConfig.token],
      useFactory: (config: PlatformConfig) => Logger.create(service, config.LOG_LEVEL),
    },
    { provide: Metrics, useFactory: () => new Metrics(service) },
  ];
}

function basics(service: Service): Provider[] {
  return [
    ...essentials(service),
    Health,
    configOf(tracesConfig),
    {
      provide: Traces,
      inject: [tracesConfig.token, Logger],
      useFactory: (config: TracesConfig, log: Logger) => Traces.start(service, config, log),
    },
    {
      provide: AdminServer,
      inject: [platformConfig.token, Health, Metrics],
      useFactory: (config: PlatformConfig, health: Health, metrics: Metrics) => {
        metrics.readings('carillon_ready', '1: ready, as /health/ready reports', [], async () => {
          const { ready } = await health.report();
          return [{ labels: {}, value: Number(ready) }];
        });
        return AdminServer.listen(config, health, metrics);
      },
    },
  ];
}

function messaging(service: Service, options: PlatformOptions): Provider[] {
  return [
    {
      provide: MessagingConnection,
      inject: [platformConfig.token, Logger, Health, Metrics],
      useFactory: async (config: PlatformConfig, log: Logger, health: Health, metrics: Metrics) => {
        const { AMQP_URL: url, AMQP_COMMAND_QUEUES: commandQueues } = config;
        const connection = new MessagingConnection({
          url,
          service,
          log,
          observer: new MessagingMetrics(metrics, service),
          ...(commandQueues && { commandQueues }),
        });
        health.add('broker', () => connection.isReady());
        metrics.gauge('carillon_broker_ready', '1: connected to the broker, which accepts messages', () =>
          Number(connection.isReady()),
        );
        await connection.connect();
        return connection;
      },
    },
    {
      provide: Messenger,
      inject: [MessagingConnection],
      useFactory: (connection: MessagingConnection) => new Messenger(connection),
    },
    {
      provide: MessagingServer,
      inject: [MessagingConnection, Logger, { token: Database, optional: true }],
      useFactory: (connection: MessagingConnection, log: Logger, database?: Database) =>
        new MessagingServer({
          connection,
          service,
          log,
          classify,
          ...(database && { isAble: () => database.isReady() }),
          drainMs: DRAIN_MS,
          ...(options.consumes ? { consumes: options.consumes } : {}),
          ...(options.prefetch ? { prefetch: options.prefetch } : {}),
        }),
    },
    {
      provide: ConnectionCloser,
      inject: [MessagingConnection, Traces],
      useFactory: (connection: MessagingConnection, traces: Traces) =>
        new ConnectionCloser(connection, traces),
    },
  ];
}

/** MongooseModule owns the connection; each service registers its collections by `MongooseModule.forFeature`. */
function connectionOf(service: Service): DynamicModule {
  return MongooseModule.forRootAsync({
    inject: [databaseConfig.token, Metrics],
    useFactory: (config: DatabaseConfig, metrics: Metrics) =>
      mongooseOptions(addressOf(service, config), (connection) => watchPool(connection, metrics)),
  });
}

/** @param migrations null: the process isn't a service, and skips the check */
function database(service: Service, isSpared: boolean, migrations: readonly Migration[] | null): Provider[] {
  return [
    configOf(databaseConfig),
    {
      provide: Database,
      inject: [getConnectionToken(), databaseConfig.token, Logger, Health],
      useFactory: async (connection: Connection, config: DatabaseConfig, log: Logger, health: Health) => {
        const prepare = async (): Promise<void> => {
          if (migrations && config.MIGRATE_AT_START) await migrate(connection, migrations, { log });
          await checkSchema(connection, migrations, log);
        };
        const database = new Database(connection, addressOf(service, config), log, isSpared, prepare);
        const isReady = (): Promise<boolean> => database.isReady();
        if (isSpared) health.addSpared('database', isReady);
        else await database.whenConnected().then(() => health.add('database', isReady));
        return database;
      },
    },
  ];
}

export function addressOf(service: Service, { MONGO_URL, DATABASE_PREFIX }: DatabaseConfig): DatabaseAddress {
  return { url: MONGO_URL, name: `${DATABASE_PREFIX}${service}` };
}

/** Closes the connection to the broker last, after the work in flight has ended, and then exports its spans. */
class ConnectionCloser implements OnApplicationShutdown {
  constructor(
    private readonly connection: MessagingConnection,
    private readonly traces: Traces,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.connection.close();
    await this.traces.close();
  }
}
