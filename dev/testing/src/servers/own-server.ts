import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import {
  type Environment,
  type InContainer,
  type LocalServer,
  type LocalServerOptions,
  type RunningBroker,
  type RunningDatabase,
  type Witness,
  docker,
  startBroker,
  startDatabase,
} from '../../../local-services/src/index';
import { Guard } from './guard';

/** The directory of servers, and the witness that ends the servers if their owner is killed. */
export interface ServerContext {
  directory: string;
  witness: Witness;
  /** AMQP_URL and MONGO_URL, if set, name existing servers to use. */
  environment: Environment;
  /** Ends the servers and removes their data. Absent if another owner does this. */
  release?: () => Promise<void>;
}

/**
 * Creates a context for a test run or a spec file, with separate servers unless the environment names existing ones.
 */
export function freshContext(environment: Environment = withoutServers()): ServerContext {
  const guard = new Guard();
  const directory = resolve('.carillon', `test-${randomBytes(4).toString('hex')}`);
  guard.directory(directory);
  return { directory, witness: guard, environment, release: () => guard.release() };
}

/** The environment of this process without the servers of the test run. */
export function withoutServers(): Environment {
  return { ...process.env, AMQP_URL: undefined, AMQP_MANAGEMENT_URL: undefined, MONGO_URL: undefined };
}

/**
 * Starts a broker with its management interface for tests: in a container if a Docker engine responds, otherwise as a
 * local program. The start takes several seconds.
 */
export function ownBroker(context = freshContext()): Promise<OwnServer<RunningBroker>> {
  return own('broker', context, (options) => {
    const inContainer = loaded(async () => (await import('./containers')).brokerInContainer(options));
    return () => startBroker({ ...options, management: true }, inContainer);
  });
}

/**
 * Starts a database server for tests as a replica set of one: in a container or as a local program, like the broker.
 */
export function ownDatabase(context = freshContext()): Promise<OwnServer<RunningDatabase>> {
  return own('database', context, (options) => {
    const inContainer = loaded(async () => (await import('./containers')).databaseInContainer(options));
    return () => startDatabase(options, inContainer);
  });
}

/** A server that tests may stop, kill, freeze, and restart. It keeps its data and its address. */
export class OwnServer<T extends LocalServer> {
  constructor(
    private server: T,
    private readonly bringUp: () => Promise<T>,
    private readonly context: ServerContext,
  ) {}

  /** The current server. Its address is the same after every start. */
  get running(): T {
    return this.server;
  }

  async start(): Promise<void> {
    this.server = await this.bringUp();
  }

  /** Stops it gracefully. */
  stop(): Promise<void> {
    return this.server.stop();
  }

  /** Kills it, as a crash would. */
  kill(): Promise<void> {
    return this.server.kill();
  }

  /** Freezes the server with its connections open until `thaw`. On a busy machine, this may take a moment. */
  freeze(): Promise<void> {
    return this.suspend('SIGSTOP', 'pause');
  }

  thaw(): Promise<void> {
    return this.suspend('SIGCONT', 'unpause');
  }

  /** Ends it and removes its data. */
  async remove(): Promise<void> {
    await this.context.release?.();
  }

  private async suspend(signal: NodeJS.Signals, command: string): Promise<void> {
    const { pid, container, origin } = this.server;
    if (pid !== undefined) process.kill(pid, signal);
    else if (container !== undefined) await docker([command, container], this.context);
    else throw new Error(`${origin}: it is not ours to halt`);
  }
}

async function own<T extends LocalServer>(
  name: string,
  context: ServerContext,
  way: (options: LocalServerOptions) => () => Promise<T>,
): Promise<OwnServer<T>> {
  const { directory, witness, environment } = context;
  const bringUp = way({
    directory: join(directory, name),
    programs: resolve('.carillon', 'programs'),
    environment,
    note: (line) => void process.stderr.write(`${name}: ${line}\n`),
    witness,
  });
  try {
    return new OwnServer(await bringUp(), bringUp, context);
  } catch (error) {
    await context.release?.();
    throw error;
  }
}

/** Loads testcontainers only if it is used, and only once, because loading takes most of a second. */
function loaded<T>(load: () => Promise<InContainer<T>>): InContainer<T> {
  let loading: Promise<InContainer<T>> | undefined;
  return async (image) => (await (loading ??= load()))(image);
}
