import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import {
  type Environment,
  type LocalServer,
  type LocalServerOptions,
  Ports,
  type RunningBroker,
  type RunningDatabase,
  answersAmqp,
  becomePrimary,
  cut,
  docker,
  removeContainer,
  runCommand,
  untilTrue,
} from '@carillon/local-services';

const FILES = ['docker-compose.yml', 'dev/launcher/docker-compose.yml'].flatMap((file) => ['-f', file]);
const UP_MS = 60_000;
const READY_MS = 90_000;
const STOP_MS = 15_000;
/** The longest delay of a timer (milliseconds). The wait for the end of a container may last days. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * The broker and the database of docker-compose.yml, for services that run outside of Docker. Docker volumes contain
 * their data.
 */
export class Compose {
  /** The prefix of the names of its containers and volumes. */
  readonly project: string;

  /** The Compose project of a folder, which is the same at every start. */
  constructor(folder: string) {
    const hash = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 12);
    this.project = `carillon-${hash}`;
  }

  async broker(image: string, options: LocalServerOptions): Promise<RunningBroker> {
    const { server, port } = await this.up('broker', image, options, async (at) => {
      if (!(await untilTrue(() => answersAmqp(at), READY_MS, options.signal)))
        throw new Error(`no response on port ${at}`);
    });
    return { ...server, amqpUrl: `amqp://carillon:carillon@127.0.0.1:${port}` };
  }

  /**
   * Starts the database. The host name of the replica set's member does not resolve outside of Docker, so drivers
   * connect to the port directly.
   */
  async database(image: string, options: LocalServerOptions): Promise<RunningDatabase> {
    const { server, port } = await this.up('database', image, options, (at) =>
      becomePrimary(at, 'database:27017', options.signal),
    );
    return { ...server, mongoUrl: `mongodb://127.0.0.1:${port}/?directConnection=true` };
  }

  /** Removes the data of both servers, and their containers. Rejects if Docker cannot be reached. */
  async removeData(environment: Environment): Promise<void> {
    await this.compose(['down', '--volumes', '--timeout', '5'], { environment });
  }

  private async up(
    service: 'broker' | 'database',
    image: string,
    { directory, environment, witness, signal }: LocalServerOptions,
    ready: (port: number) => Promise<void>,
  ): Promise<{ server: LocalServer; port: number }> {
    await docker(['compose', 'version'], { environment }).catch(() => {
      throw new Error('docker compose is not installed');
    });
    const container = `${this.project}-${service}-1`;
    const end = async (): Promise<void> => {
      await removeContainer(container, environment);
      witness?.ended({ container });
    };
    // Otherwise, a container that was restarted in the meantime would hold its port, and another port would be
    // chosen.
    await removeContainer(container, environment);
    const port = await (await Ports.open(directory)).take(service);
    const variables = { ...environment, [`${service.toUpperCase()}_PORT`]: String(port) };
    witness?.started({ container });
    try {
      await this.compose(['up', '-d', service], { environment: variables, signal });
      await ready(port);
    } catch (cause) {
      const log = await docker(['logs', '--tail', '12', container], { environment }).catch(() => '');
      await end();
      signal?.throwIfAborted();
      throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\n${cut(log)}`, { cause });
    }
    const ended = runCommand('docker', ['wait', container], { environment, timeoutMs: LONGEST_MS });
    const server: LocalServer = {
      origin: `Docker (${image})`,
      container,
      exited: ended.then(({ output, failure }) => failure || `exit code ${output.trim()}`),
      stop: async (graceMs = STOP_MS) => {
        const grace = String(Math.ceil(graceMs / 1000));
        await docker(['stop', '-t', grace, container], { environment }, graceMs + STOP_MS).catch(
          () => undefined,
        );
        await end();
      },
      kill: end,
    };
    return { server, port };
  }

  private compose(
    args: readonly string[],
    { environment, signal }: Pick<LocalServerOptions, 'environment' | 'signal'>,
  ): Promise<string> {
    const words = ['compose', '-p', this.project, ...FILES, ...args];
    return docker(words, { environment, signal }, UP_MS);
  }
}
