import { join } from 'node:path';
import {
  type LocalServer,
  type RunningBroker,
  type RunningDatabase,
  startBroker,
  startDatabase,
} from '../../local-services/src/index';
import { Guard } from './guard';
import { serverOptions, testDirectory } from './test-servers';

/** A server that belongs to one spec file, which may stop, kill and start it; it keeps its data and its address. */
export class OwnServer<T extends LocalServer> {
  private constructor(
    private server: T,
    private readonly startAgain: () => Promise<T>,
    private readonly guard: Guard,
  ) {}

  static async start<T extends LocalServer>(
    start: (directory: string, guard: Guard) => Promise<T>,
  ): Promise<OwnServer<T>> {
    const guard = new Guard();
    const directory = await testDirectory(guard);
    const startAgain = (): Promise<T> => start(directory, guard);
    try {
      return new OwnServer(await startAgain(), startAgain, guard);
    } catch (error) {
      await guard.release();
      throw error;
    }
  }

  /** The server as it runs now; its address is the same after every start. */
  get running(): T {
    return this.server;
  }

  async start(): Promise<void> {
    this.server = await this.startAgain();
  }

  /** Ends it in good order. */
  stop(): Promise<void> {
    return this.server.stop();
  }

  /** As a crash would. */
  kill(): Promise<void> {
    return this.server.kill();
  }

  /** Ends it and removes its data. */
  remove(): Promise<void> {
    return this.guard.release();
  }
}

/** A broker that a spec file may take down; `running.amqpUrl` says where. Starting it takes some seconds. */
export function ownBroker(): Promise<OwnServer<RunningBroker>> {
  const environment = { ...process.env, AMQP_URL: undefined };
  return OwnServer.start((directory, guard) =>
    startBroker({ ...serverOptions(join(directory, 'broker'), guard, environment), management: true }),
  );
}

/** A database server that a spec file may take down; `running.mongoUrl` says where. */
export function ownDatabase(): Promise<OwnServer<RunningDatabase>> {
  const environment = { ...process.env, MONGO_URL: undefined };
  return OwnServer.start((directory, guard) =>
    startDatabase(serverOptions(join(directory, 'database'), guard, environment)),
  );
}
