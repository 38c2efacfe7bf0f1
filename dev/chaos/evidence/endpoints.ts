import { isId } from '@carillon/contracts';
import { type MongoClient, ObjectId } from 'mongodb';
import type { StoredLine } from './evidence';

/** The fields of a stored chunk that the checker reads. */
interface StoredChunk {
  line: string;
  seq: number;
  messages: { id: string }[];
  done: number;
}

/** Reads the messages that the webhook-worker stored for an endpoint, by line. */
export async function readLines(client: MongoClient, endpoint: string): Promise<StoredLine[]> {
  const found = await client
    .db('carillon_webhook-worker')
    .collection<StoredChunk>('webhookChunks')
    .find({ endpointId: new ObjectId(endpoint) })
    .sort({ line: 1, seq: 1 })
    .toArray();
  return [...Map.groupBy(found, ({ line }) => line)].map(([name, chunks]) => ({
    name,
    isOfCampaign: isId(name.slice(name.indexOf(':') + 1)),
    ids: chunks.flatMap(({ messages }) => messages.map(({ id }) => id)),
    waiting: chunks.reduce((sum, { messages, done }) => sum + messages.length - done, 0),
  }));
}

/** The collections whose documents can have pending webhook events. */
const marked = [
  ['carillon_dispatcher', 'batches'],
  ['carillon_dispatcher', 'dispatches'],
  ['carillon_subscriber', 'suppressions'],
] as const;

/** Counts the documents with pending webhook events. */
export async function countPendingWebhookEvents(client: MongoClient): Promise<number> {
  const counts = await Promise.all(
    marked.map(([database, collection]) =>
      client
        .db(database)
        .collection(collection)
        .countDocuments({ 'pendingWebhookEvents.0': { $exists: true } }),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Whether the services that publish events know the subscriptions of a user's endpoints. */
export async function areKnown(
  client: MongoClient,
  userId: string,
  types: readonly string[],
): Promise<boolean> {
  const known = await Promise.all(
    ['carillon_dispatcher', 'carillon_subscriber', 'carillon_campaign'].map((database) =>
      client
        .db(database)
        .collection<{ types: string[] }>('webhookInterests')
        .findOne({ _id: new ObjectId(userId), types: { $all: [...types] } }),
    ),
  );
  return known.every((each) => each !== null);
}
