import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { MongoDBContainer } from '@testcontainers/mongodb';
import { RabbitMQContainer } from '@testcontainers/rabbitmq';
import { type GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import {
  FRESH_NUMBERS,
  type InContainer,
  type LocalServer,
  type LocalServerOptions,
  Ports,
  type RunningBroker,
  type RunningDatabase,
  SMALL,
  becomePrimary,
  databaseUrl,
  docker,
  endOfLog,
} from '../../../local-services/src/index';

const READY_MS = 120_000;
const STOP_MS = 20_000;

/** Starts a broker in a container. If the container has stopped, another call restarts it. */
export function brokerInContainer(options: LocalServerOptions): InContainer<RunningBroker> {
  return sameAgain(options, async (image) => {
    const ports = await Ports.open(options.directory);
    const [amqp, management] = [await ports.take('amqp'), await ports.take('management')];
    return {
      container: new Broker(image, amqp, management),
      urls: {
        amqpUrl: `amqp://guest:guest@127.0.0.1:${amqp}`,
        managementUrl: `http://guest:guest@127.0.0.1:${management}`,
      },
      ready: () => Promise.resolve(),
    };
  });
}

/**
 * Starts a database in a container, as a replica set of one. If the container has stopped, another call restarts it.
 */
export function databaseInContainer(options: LocalServerOptions): InContainer<RunningDatabase> {
  return sameAgain(options, async (image) => {
    const port = await (await Ports.open(options.directory)).take('mongodb');
    return {
      container: new Database(image, port),
      urls: { mongoUrl: databaseUrl(port) },
      ready: () => becomePrimary(port),
    };
  });
}

/** The image of docker-compose.yml, with its management plugin enabled: tests inspect queues. */
class Broker extends RabbitMQContainer {
  constructor(image: string, amqp: number, management: number) {
    super(image);
    this.withExposedPorts({ container: 5672, host: amqp }, { container: 15672, host: management })
      .withCopyContentToContainer([
        { content: '[rabbitmq_management].\n', target: '/etc/rabbitmq/enabled_plugins' },
      ])
      .withEnvironment({
        RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `${FRESH_NUMBERS} -rabbitmq_management_agent disable_metrics_collector false`,
      });
  }

  protected override beforeContainerCreated(): Promise<void> {
    return publishHereOnly(this.hostConfig);
  }
}

/**
 * A replica set has one address per member, which the set and drivers use, so the server listens on the same port
 * inside and outside the container. The module's own health check would set an address that exists only inside the
 * container.
 */
class Database extends MongoDBContainer {
  constructor(
    image: string,
    private readonly port: number,
  ) {
    super(image);
    this.withExposedPorts({ container: port, host: port }).withWaitStrategy(
      Wait.forLogMessage('Waiting for connections'),
    );
  }

  protected override beforeContainerCreated(): Promise<void> {
    // The module sets both when it starts.
    this.withCommand(['--replSet', 'rs0', '--bind_ip_all', '--port', String(this.port), ...SMALL]);
    this.createOpts.Healthcheck = { Test: ['NONE'] };
    return publishHereOnly(this.hostConfig);
  }
}

/** testcontainers publishes ports to the whole network, and these servers need no password. */
function publishHereOnly({ PortBindings }: { PortBindings?: unknown }): Promise<void> {
  for (const bindings of Object.values(PortBindings as Record<string, { HostIp?: string }[]>))
    for (const binding of bindings) binding.HostIp = '127.0.0.1';
  return Promise.resolve();
}

interface Plan<U> {
  container: GenericContainer;
  urls: U;
  ready: () => Promise<void>;
}

/**
 * A container that can be restarted after it stops, with the same ports and data. Stop and kill use the docker
 * command, because testcontainers' own `stop` does nothing the second time.
 */
function sameAgain<U>(
  options: LocalServerOptions,
  plan: (image: string) => Promise<Plan<U>>,
): InContainer<LocalServer & U> {
  let started: (Plan<U> & { name: string; running: StartedTestContainer }) | undefined;
  const call = async (...args: string[]): Promise<void> => {
    await docker(args, options, READY_MS);
  };
  return async (image) => {
    if (started) await started.running.restart();
    else {
      const planned = await plan(image);
      started = { ...planned, ...(await start(planned.container, options)) };
    }
    const { name, urls, ready } = started;
    await ready();
    return {
      origin: `Docker (${image})`,
      container: name,
      exited: new Promise(() => undefined),
      stop: (graceMs = STOP_MS) => call('stop', '-t', String(Math.ceil(graceMs / 1000)), name),
      kill: () => call('kill', name),
      ...urls,
    };
  };
}

/**
 * Starts a container. The witness removes it at the end, even after a kill. Unlike testcontainers' reaper, the
 * witness needs no separate image. Rejects with the end of the server's log.
 */
async function start(
  container: GenericContainer,
  options: LocalServerOptions,
): Promise<{ name: string; running: StartedTestContainer }> {
  await askTheSameEngine(options);
  const name = `carillon-${basename(options.directory)}-${randomBytes(4).toString('hex')}`;
  const logFile = join(options.directory, 'container.log');
  options.witness?.started({ container: name });
  try {
    const running = await container
      .withName(name)
      .withAutoCleanup(false)
      .withStartupTimeout(READY_MS)
      .withLogConsumer((log) => log.pipe(createWriteStream(logFile, { flags: 'a', mode: 0o600 })))
      .start();
    return { name, running };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${reason}\n${await endOfLog(logFile)}`, { cause });
  }
}

/**
 * Makes testcontainers use the engine of the docker command, on this machine. By itself, testcontainers finds an
 * engine by other rules, and inside a container it uses another address for the host.
 */
async function askTheSameEngine(options: LocalServerOptions): Promise<void> {
  process.env.DOCKER_HOST ??= await docker(
    ['context', 'inspect', '--format', '{{.Endpoints.docker.Host}}'],
    options,
  );
  process.env.TESTCONTAINERS_HOST_OVERRIDE = '127.0.0.1';
}
