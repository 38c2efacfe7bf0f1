import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type RunningBroker,
  type RunningDatabase,
  startBroker,
  startDatabase,
} from '../../local-services/src/index';
import { Guard } from './guard';

/** Jest gives a global set-up no module aliases: here, and in what it imports, libraries are named by their path. */
const ROOT = resolve(__dirname, '../../..');

interface TestServers {
  broker: RunningBroker;
  database: RunningDatabase;
  guard: Guard;
}

let running: TestServers | undefined;

/** A directory for one test run or spec file, removed with its guard. */
export async function testDirectory(guard: Guard): Promise<string> {
  const directory = join(ROOT, '.carillon', `test-${randomBytes(4).toString('hex')}`);
  guard.directory(directory);
  await mkdir(directory, { recursive: true });
  return directory;
}

/** What startBroker and startDatabase need, for a server of a test's own. */
export function serverOptions(directory: string, guard: Guard, environment = process.env) {
  return {
    directory,
    programs: join(ROOT, '.carillon', 'programs'),
    environment,
    say: (line: string) => void process.stderr.write(`${line}\n`),
    witness: guard,
  };
}

/** Starts the broker and the database of a test run and says in the environment where they are. */
export async function startTestServers(): Promise<void> {
  const guard = new Guard();
  try {
    const directory = await testDirectory(guard);
    const [broker, database] = await Promise.all([
      startBroker({ ...serverOptions(join(directory, 'broker'), guard), management: true }),
      startDatabase(serverOptions(join(directory, 'database'), guard)),
    ]);
    if (broker.managementUrl === undefined)
      throw new Error('AMQP_URL is given: AMQP_MANAGEMENT_URL is needed, too');
    process.env.AMQP_URL = broker.amqpUrl;
    process.env.AMQP_MANAGEMENT_URL = broker.managementUrl;
    process.env.MONGO_URL = database.mongoUrl;
    running = { broker, database, guard };
  } catch (error) {
    await guard.release();
    throw error;
  }
}

/** Their data is thrown away, so they are ended without ceremony. */
export async function stopTestServers(): Promise<void> {
  await running?.guard.release();
  running = undefined;
}
