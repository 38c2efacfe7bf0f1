import type { LocalServerOptions } from '../local-server';
import { containerLog, containerName, startContainer } from '../docker/container';
import { requireImage } from '../docker/image';
import { Ports } from '../processes/ports';
import { untilTrue } from '../processes/until-ready';
import { answersPing } from './answers-ping';
import { databaseUrl } from './database-process';
import { becomePrimary } from './replica-set';
import type { RunningDatabase } from './database';

const IMAGE = 'mongo:8';
const READY_MS = 60_000;

/** Runs a database in a container. It listens on the same port inside as here: a set knows its member by one address. */
export async function startDatabaseContainer(options: LocalServerOptions): Promise<RunningDatabase> {
  const { directory, environment, witness } = options;
  await requireImage(IMAGE, options);
  const port = await (await Ports.open(directory)).take('mongodb');
  const name = containerName(directory);
  const server = await startContainer({
    image: IMAGE,
    name,
    ports: { [port]: port },
    dataPath: '/data/db',
    hostname: 'carillon-database',
    arguments: ['mongod', '--port', String(port), '--bind_ip_all', '--replSet', 'rs0'].concat([
      '--wiredTigerCacheSizeGB',
      '0.25',
      '--oplogSize',
      '990',
      '--slowOpSampleRate',
      '0',
    ]),
    environment,
    witness,
  });
  // Docker's own proxy accepts connections before there is anybody to pass them on to.
  const direct = `mongodb://127.0.0.1:${port}/?directConnection=true`;
  try {
    if (!(await untilTrue(() => answersPing(direct), READY_MS, options.signal)))
      throw new Error(`no answer on port ${port}`);
    await becomePrimary(port);
  } catch (cause) {
    const log = await containerLog(name, environment);
    await server.kill();
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\n${log}`, { cause });
  }
  return Object.assign(server, { mongoUrl: databaseUrl(port) });
}
