import { mkdirSync } from 'node:fs';
import { type ServerContext, freshContext, ownBroker, ownDatabase } from './own-server';

let context: ServerContext | undefined;

/**
 * Starts the broker and the database of a test run, and sets AMQP_URL, AMQP_MANAGEMENT_URL, MONGO_URL, and
 * TEST_RUN_FOLDER, a folder that exists until the end of the run.
 */
export async function startTestServers(): Promise<void> {
  context = freshContext(process.env);
  mkdirSync(context.directory, { recursive: true });
  process.env.TEST_RUN_FOLDER = context.directory;
  const [broker, database] = await Promise.all([ownBroker(context), ownDatabase(context)]);
  const { amqpUrl, managementUrl } = broker.running;
  process.env.AMQP_URL = amqpUrl;
  if (managementUrl !== undefined) process.env.AMQP_MANAGEMENT_URL = managementUrl;
  process.env.MONGO_URL = database.running.mongoUrl;
}

/** Kills both servers and removes their data. */
export async function stopTestServers(): Promise<void> {
  await context?.release?.();
}
