import { type Place, freshPlace, ownBroker, ownDatabase } from './own-server';

let place: Place | undefined;

/** Brings up the broker and the database of a test run or a bench, and says in the environment where they are. */
export async function startTestServers(): Promise<void> {
  place = freshPlace(process.env);
  const [broker, database] = await Promise.all([ownBroker(place), ownDatabase(place)]);
  const { amqpUrl, managementUrl } = broker.running;
  process.env.AMQP_URL = amqpUrl;
  if (managementUrl !== undefined) process.env.AMQP_MANAGEMENT_URL = managementUrl;
  process.env.MONGO_URL = database.running.mongoUrl;
}

/** Their data is thrown away, so they are ended without ceremony. */
export async function stopTestServers(): Promise<void> {
  await place?.release?.();
}
