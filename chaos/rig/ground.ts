import { join, resolve } from 'node:path';
import {
  type LocalServer,
  type LocalServerOptions,
  type RunningBroker,
  type RunningDatabase,
  type Witness,
  startBroker,
  startDatabase,
} from '@carillon/local-services';

/** A server that the rig alone uses: it may be killed and started again, at the same port and with its data. */
export class OwnGround<T extends LocalServer> {
  private constructor(
    private server: T,
    private readonly bringUp: () => Promise<T>,
  ) {}

  static async start<T extends LocalServer>(bringUp: () => Promise<T>): Promise<OwnGround<T>> {
    return new OwnGround(await bringUp(), bringUp);
  }

  get running(): T {
    return this.server;
  }

  async start(): Promise<void> {
    this.server = await this.bringUp();
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  kill(): Promise<void> {
    return this.server.kill();
  }
}

export interface Ground {
  broker: OwnGround<RunningBroker>;
  database: OwnGround<RunningDatabase>;
}

/** A private broker with its management interface, and a private database: a replica set of one. */
export async function startGround(folder: string, witness: Witness): Promise<Ground> {
  const environment = { ...process.env, AMQP_URL: undefined, MONGO_URL: undefined };
  const options = (name: string): LocalServerOptions => ({
    directory: join(folder, name),
    programs: resolve('.carillon', 'programs'),
    environment,
    say: (line) => void process.stderr.write(`${name}: ${line}\n`),
    witness,
  });
  const [broker, database] = await Promise.all([
    OwnGround.start(() => startBroker({ ...options('broker'), management: true })),
    OwnGround.start(() => startDatabase(options('database'))),
  ]);
  return { broker, database };
}
