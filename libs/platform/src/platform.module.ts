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
  databaseConfig,
  parseConfig,
  platformConfig,
} from './config';
import { Database, type DatabaseAddress, mongooseOptions } from './database';
import { Health } from './health';
import { Logger } from './logger';
import { Metrics } from './metrics';

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
  /** The queues that this process consumes; absent: all queues of the service. */
  consumes?: readonly QueueName[];
  /** Messages in flight at the same time per queue, where that differs from contracts. */
  prefetch?: Partial<Record<QueueName, number>>;
}

/** What every service needs: config, logs, broker, database, health and metrics. */
@Module({})
export class PlatformModule {
  static forService(service: Service, options: PlatformOptions = {}): DynamicModule {
    const providers = [...basics(service), ...messaging(service, options)];
    if (options.config) providers.push(configOf(options.config));
    const { database: owned = false } = options;
    if (owned !== false) providers.push(...database(service, owned === 'spared'));
    const imports = owned === false ? [] : [connectionOf(service)];
    return { module: PlatformModule, global: true, imports, providers, exports: providers };
  }

  /** For a process that a service starts: config, clock, logs and metrics that nobody reads, but no connection and no port. */
  static forTask(service: Service, config: ConfigDefinition): DynamicModule {
    const providers = [...essentials(service), configOf(config)];
    return { module: PlatformModule, global: true, providers, exports: providers };
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
    {
      provide: AdminServer,
      inject: [platformConfig.token, Health, Metrics],
      useFactory: (config: PlatformConfig, health: Health, metrics: Metrics) =>
        AdminServer.listen(config, health, metrics),
    },
  ];
}

function messaging(service: Service, options: PlatformOptions): Provider[] {
  return [
    {
      provide: MessagingConnection,
      inject: [platformConfig.token, Logger, Health],
      useFactory: async (config: PlatformConfig, log: Logger, health: Health) => {
        const connection = new MessagingConnection({ url: config.AMQP_URL, service, log });
        health.add('broker', () => connection.isReady());
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
      inject: [MessagingConnection, Logger],
      useFactory: (connection: MessagingConnection, log: Logger) =>
        new MessagingServer({
          connection,
          service,
          log,
          classify,
          drainMs: DRAIN_MS,
          ...(options.consumes ? { consumes: options.consumes } : {}),
          ...(options.prefetch ? { prefetch: options.prefetch } : {}),
        }),
    },
    {
      provide: ConnectionCloser,
      inject: [MessagingConnection],
      useFactory: (connection: MessagingConnection) => new ConnectionCloser(connection),
    },
  ];
}

/** MongooseModule owns the connection; each service registers its collections by `MongooseModule.forFeature`. */
function connectionOf(service: Service): DynamicModule {
  return MongooseModule.forRootAsync({
    inject: [databaseConfig.token],
    useFactory: (config: DatabaseConfig) => mongooseOptions(addressOf(service, config)),
  });
}

function database(service: Service, isSpared: boolean): Provider[] {
  return [
    configOf(databaseConfig),
    {
      provide: Database,
      inject: [getConnectionToken(), databaseConfig.token, Logger, Health],
      useFactory: async (connection: Connection, config: DatabaseConfig, log: Logger, health: Health) => {
        const database = new Database(connection, addressOf(service, config), log, isSpared);
        const isReady = (): Promise<boolean> => database.isReady();
        if (isSpared) health.addSpared('database', isReady);
        else await database.whenConnected().then(() => health.add('database', isReady));
        return database;
      },
    },
  ];
}

function addressOf(service: Service, { MONGO_URL, DATABASE_PREFIX }: DatabaseConfig): DatabaseAddress {
  return { url: MONGO_URL, name: `${DATABASE_PREFIX}${service}` };
}

/** Closes the connection to the broker last, after the work in flight has ended. */
class ConnectionCloser implements OnApplicationShutdown {
  constructor(private readonly connection: MessagingConnection) {}

  async onApplicationShutdown(): Promise<void> {
    await this.connection.close();
  }
}
