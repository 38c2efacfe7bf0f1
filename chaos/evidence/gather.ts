import type { MongoClient, Timestamp } from 'mongodb';
import type { Recorded } from '../recorder/record';
import type { QueueState, Queues } from '../rig/queues';
import type { Evidence, Person } from './evidence';
import { findDoubts } from './find-doubts';
import { findLeftovers } from './find-leftovers';
import { readHistory } from './history';
import { entriesOf, readBatches, readRecipientPages } from './read-ledger';
import { readDeliveries, readReport } from './read-report';

/** Where a campaign's evidence is. */
export interface RunContext {
  campaign: string;
  /** The API key of its user. */
  key: string;
  members: readonly Person[];
  /** What providers have taken by now. */
  recorded: () => readonly Recorded[];
  /** A moment before the campaign was made. */
  since: Timestamp;
  waitMs?: number;
}

/** How long the last messages and leases may take to go, unless it is said otherwise (milliseconds). */
const WAIT_MS = 40_000;
const LOOK_EVERY_MS = 250;

/** Collects what can be seen of a campaign that has come to its end. */
export async function gather(context: RunContext, client: MongoClient, broker: Queues): Promise<Evidence> {
  const { campaign, key, members, recorded, since, waitMs = WAIT_MS } = context;
  const dispatcher = client.db('carillon_dispatcher');
  const queues = await restingQueues(broker, waitMs);
  const leftovers = await untilEmpty(waitMs, async () =>
    findLeftovers(dispatcher, campaign, await readBatches(dispatcher, campaign)),
  );
  const addressOf = await readRecipientPages(dispatcher, campaign);
  const { versions, statuses } = await readHistory(client, since, campaign);
  return {
    campaign,
    members,
    ledger: entriesOf(await readBatches(dispatcher, campaign), addressOf),
    doubts: findDoubts(versions, addressOf),
    // After the last lease is over: what a provider takes until then counts.
    recorded: [...recorded()],
    report: await readReport(campaign, key),
    deliveries: await readDeliveries(campaign, key),
    statuses,
    queues,
    leftovers,
  };
}

/** The queues when all are empty, or else as they are when that takes too long. */
async function restingQueues(broker: Queues, waitMs: number): Promise<QueueState[]> {
  const read = async (): Promise<QueueState[]> =>
    (await broker.all()).filter(({ name, messages }) => messages > 0 && !name.startsWith('amq.'));
  return untilEmpty(waitMs, read);
}

async function untilEmpty<T>(waitMs: number, read: () => Promise<T[]>): Promise<T[]> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const found = await read().catch((error: unknown) => {
      if (Date.now() > deadline) throw error;
      return null;
    });
    if (found && (found.length === 0 || Date.now() > deadline)) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
