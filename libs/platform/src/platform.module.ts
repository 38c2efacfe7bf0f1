import { type DynamicModule, Module, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import type { QueueName, Service } from '@carillon/contracts';
import { Messenger, MessagingConnection, MessagingServer } from '@carillon/messaging';
import { AdminPages, AdminServer, SharedAdminPages } from './admin-server';
import { Clock, SystemClock } from './clock';
import {
  type ConfigDefinition,
  type Environment,
  type PlatformConfig,
  type TracesConfig,
  parseConfig,
  platformConfig,
  tracesConfig,
} from './config';
import { Health } from './health';
import { Logger } from './logger';
import { MessagingMetrics } from './messaging-metrics';
import { Metrics } from './metrics';
import { Storage } from './storage';
import { Traces } from './traces';

/** The environment of the process; tests give their own. */
export const ENVIRONMENT = Symbol('environment');

const DRAIN_MS = 25_000;

export interface PlatformOptions {
  /** The service's own variables. */
  config?: ConfigDefinition;
  /** The queues that this process consumes; absent: all queues of the service. */
  consumes?: readonly QueueName[];
  /** Messages in flight at the same time per queue, where that differs from contracts. */
  prefetch?: Partial<Record<QueueName, number>>;
}

/**
 * The parts that every service needs: config, logs, broker, health, and metrics. Owners of data import MongoModule,
 * too.
 */
@Module({})
export class PlatformModule {
  static forService(service: Service, options: PlatformOptions = {}): DynamicModule {
    const providers = [...basics(service), ...messaging(service, options)];
    if (options.config) providers.push(configOf(options.config));
    return { module: PlatformModule, global: true, providers, exports: providers };
  }

  /**
   * For a process that runs beside a service: config, clock, logs, and metrics that aren't exposed, but no broker and
   * no port.
   */
  static forTask(service: Service, config: ConfigDefinition): DynamicModule {
    const providers = [...essentials(service), configOf(config)];
    return { module: PlatformModule, global: true, providers, exports: providers };
  }
}

/** Provides the parsed values of a definition. */
export function configOf(definition: ConfigDefinition): Provider {
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
    {
      provide: Metrics,
      inject: [{ token: SharedAdminPages, optional: true }],
      useFactory: (shared?: SharedAdminPages) => new Metrics(service, { sharesProcess: Boolean(shared) }),
    },
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
      provide: AdminPages,
      inject: [Health, Metrics],
      useFactory: (health: Health, metrics: Metrics) => {
        metrics.readings('carillon_ready', '1: ready, as /health/ready reports', [], async () => {
          const { ready } = await health.report();
          return [{ labels: {}, value: Number(ready) }];
        });
        return new AdminPages(health, metrics);
      },
    },
    {
      provide: AdminServer,
      inject: [platformConfig.token, AdminPages, { token: SharedAdminPages, optional: true }],
      // The server of shared pages belongs to the process.
      useFactory: (config: PlatformConfig, pages: AdminPages, shared?: SharedAdminPages) =>
        shared ? shared.add(service, pages) : AdminServer.listen(config, pages),
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
      inject: [MessagingConnection, platformConfig.token],
      useFactory: (connection: MessagingConnection, { REQUEST_PATIENCE_MS: patienceMs }: PlatformConfig) =>
        new Messenger(connection, { patienceMs }),
    },
    {
      provide: MessagingServer,
      inject: [MessagingConnection, Logger, { token: Storage, optional: true }],
      useFactory: (connection: MessagingConnection, log: Logger, storage?: Storage) =>
        new MessagingServer({
          connection,
          service,
          log,
          ...(storage && {
            isAble: () => storage.isReady(),
            classify: (error: unknown) => storage.classify(error),
          }),
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
