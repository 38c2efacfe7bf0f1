import {
  type DynamicModule,
  type INestApplication,
  type INestApplicationContext,
  type INestMicroservice,
  type LoggerService,
  Module,
  type Type,
} from '@nestjs/common';
import { NestApplicationContextOptions } from '@nestjs/common/interfaces/nest-application-context-options.interface.js';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import type { Service } from '@carillon/contracts';
import { MessagingServer } from '@carillon/messaging';
import { SharedAdminPages } from './admin-server';
import { ConfigError, type Environment, parseConfig, platformConfig, processEnvironment } from './config';
import { Health } from './health';
import { Logger, NestLogger } from './logger';
import { ENVIRONMENT } from './platform.module';
import { limitShutdown } from './shutdown-limit';

/** How an HTTP service creates its application, and its actions when all other parts of the service have started. */
export interface HttpServer {
  create(module: RootModule, logger: LoggerService): Promise<INestApplication>;
  listen(app: INestApplication): Promise<void>;
}

/** The module that adds the environment, and what services of one process share, to the service's own module. */
export interface RootModule {
  module: Type;
  global: true;
  imports: (Type | DynamicModule)[];
  providers: { provide: symbol | typeof SharedAdminPages; useValue: unknown }[];
  exports: (symbol | typeof SharedAdminPages)[];
}

@Module({})
class Root {}

function rootOf(
  imports: RootModule['imports'],
  environment: Environment,
  shared?: SharedAdminPages,
): RootModule {
  const providers: RootModule['providers'] = [{ provide: ENVIRONMENT, useValue: environment }];
  if (shared) providers.push({ provide: SharedAdminPages, useValue: shared });
  return {
    module: Root,
    global: true,
    imports,
    providers,
    exports: providers.map(({ provide }) => provide),
  };
}

/** Builds modules without a server, for a process that runs beside a service. */
export function startTask(
  service: Service,
  modules: RootModule['imports'],
  environment = processEnvironment,
): Promise<INestApplicationContext> {
  const { LOG_LEVEL } = parseConfig(platformConfig, environment);
  const logger = new NestLogger(Logger.create(service, LOG_LEVEL));
  const options = Object.assign(new NestApplicationContextOptions(), { logger, abortOnError: false });
  return NestFactory.createApplicationContext(rootOf(modules, environment), options);
}

/** The complete command of a process that runs beside a service: prints the result, and ends the process. */
export async function runTask(
  service: Service,
  modules: RootModule['imports'],
  work: (task: INestApplicationContext) => Promise<string>,
): Promise<void> {
  try {
    const task = await startTask(service, modules);
    process.stdout.write(`${await work(task)}\n`);
    await task.close();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${service} cannot do this. ${text}\n`);
    process.exit(1);
  }
}

/**
 * Builds a service and starts it: connections, indexes, then messages, then HTTP. Resolves when it is ready. `shared`:
 * where it adds its admin pages if it shares its process.
 */
export async function startService(
  service: Service,
  module: Type,
  environment: Environment,
  http?: HttpServer,
  shared?: SharedAdminPages,
): Promise<INestApplication | INestMicroservice> {
  const log = Logger.create(service, parseConfig(platformConfig, environment).LOG_LEVEL);
  const logger = new NestLogger(log);
  const root = rootOf([module], environment, shared);
  const app = http ? await startWithHttp(root, logger, http) : await startWithMessages(root, logger);
  app.get(Health).started();
  log.info('ready');
  return app;
}

async function startWithMessages(root: RootModule, logger: LoggerService): Promise<INestMicroservice> {
  const options = Object.assign(new NestApplicationContextOptions(), {
    logger,
    abortOnError: false,
    inject: [MessagingServer],
    useFactory: (strategy: MessagingServer) => ({ strategy }),
  });
  const app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(root, options);
  await app.listen();
  return app;
}

async function startWithHttp(
  root: RootModule,
  logger: LoggerService,
  http: HttpServer,
): Promise<INestApplication> {
  const app = await http.create(root, logger);
  app.connectMicroservice({ strategy: app.get(MessagingServer) });
  await app.startAllMicroservices();
  await http.listen(app);
  return app;
}

/**
 * The complete main.ts of a service. SIGTERM and SIGINT finish the work in flight. An invalid configuration ends it
 * immediately.
 */
export async function runService(service: Service, module: Type, http?: HttpServer): Promise<void> {
  try {
    const app = await startService(service, module, processEnvironment, http);
    app.enableShutdownHooks();
    limitShutdown(app.get(Logger));
  } catch (error) {
    exitWith(service, error);
  }
}

/** Ends the process because this service could not start. */
export function exitWith(service: string, error: unknown): never {
  const text =
    error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${service} cannot start. ${text ?? ''}\n`);
  process.exit(1);
}
