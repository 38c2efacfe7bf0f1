import type { Channel } from '@carillon/contracts';
import type { MongoClient, Timestamp } from 'mongodb';
import { type Answer, type Json, call, list } from '../../driver/api';
import type { Recorded } from '../recorder/record';
import type { QueueState, Queues } from '../rig/rig';
import type { EndState, Evidence, Explained, Listed, Person, Reported } from './evidence';
import {
  describeHistory,
  entriesOf,
  findDoubts,
  findLeftovers,
  readBatches,
  readHistory,
  readRecipientPages,
} from './ledger';

/** The sources of a campaign's evidence. */
export interface RunContext {
  campaign: string;
  /** The user's API key. */
  key: string;
  members: readonly Person[];
  /** The messages that providers have accepted so far. */
  recorded: () => readonly Recorded[];
  lived: Evidence['lived'];
  /** A time before the campaign was created. */
  since: Timestamp;
  waitMs?: number;
}

/** The default time limit for queues to become empty and leases to end (milliseconds). */
const WAIT_MS = 90_000;
const LOOK_EVERY_MS = 250;

/** Collects the evidence of a campaign that has ended. */
export async function gather(context: RunContext, client: MongoClient, broker: Queues): Promise<Evidence> {
  const { campaign, key, members, recorded, lived, since, waitMs = WAIT_MS } = context;
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
    historyOf: (batch) => describeHistory(versions, batch),
    lived,
    // Read after the last lease has ended, so that every message that a provider accepted under a lease counts.
    recorded: [...recorded()],
    report: await patiently(waitMs, () => readReport(campaign, key)),
    deliveries: await patiently(waitMs, () => readDeliveries(campaign, key)),
    statuses,
    queues,
    leftovers,
  };
}

/** Waits until all queues are empty. Returns the queues that are not empty after `waitMs`. */
async function restingQueues(broker: Queues, waitMs: number): Promise<QueueState[]> {
  const read = async (): Promise<QueueState[]> =>
    (await broker.all()).filter(({ name, messages }) => messages > 0 && !name.startsWith('amq.'));
  return untilEmpty(waitMs, read);
}

function untilEmpty<T>(waitMs: number, read: () => Promise<T[]>): Promise<T[]> {
  return patiently(waitMs, read, (found) => found.length === 0);
}

/**
 * Reads again after a failure, because a service may be slow on a busy machine, or while the condition is not met.
 */
async function patiently<T>(
  waitMs: number,
  read: () => Promise<T>,
  isIt: (found: T) => boolean = () => true,
): Promise<T> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    try {
      const found = await read();
      if (isIt(found) || Date.now() > deadline) return found;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Reads a campaign's report from the API. Returns null if the API does not know the campaign. */
export async function readReport(campaign: string, key: string): Promise<Reported | null> {
  const answer = await call('GET', `/campaigns/${campaign}/report`, undefined, key);
  if (answer.status === 404) return null;
  const report = dataOf(answer).report as Json;
  const planning = report.planning as { done: boolean; planned: number };
  return {
    status: String(report.status),
    total: Number(report.total),
    planned: planning.planned,
    planningDone: planning.done,
    states: report.states as Record<string, number>,
    reasons: report.reasons as Reported['reasons'],
  };
}

/** Reads every page of deliveries from the API. Returns an empty list if the API does not know the campaign. */
export async function readDeliveries(campaign: string, key: string): Promise<Listed[]> {
  const all: Listed[] = [];
  let query = '';
  for (;;) {
    const answer = await call('GET', `/campaigns/${campaign}/deliveries?limit=1000${query}`, undefined, key);
    if (answer.status === 404) return all;
    all.push(...list(dataOf(answer), 'deliveries').map(toListed));
    const next = answer.headers['next-cursor'];
    if (typeof next !== 'string') return all;
    query = `&cursor=${encodeURIComponent(next)}`;
  }
}

function toListed({ channel, identifier, state, reason, bounce }: Json): Listed {
  return {
    channel: channel as Channel,
    address: String(identifier),
    state: state as EndState,
    reason: typeof reason === 'string' ? reason : null,
    ...((bounce === 'HARD' || bounce === 'SOFT') && { bounce }),
  };
}

function dataOf({ status, body }: Answer): Json {
  if (status !== 200) throw new Error(`The API responded to ${status} ${JSON.stringify(body)}`);
  return body.data as Json;
}

/** Reads how the API explains a campaign for these people, and what their deliveries are. */
export async function readExplanations(
  { campaign, key }: Pick<RunContext, 'campaign' | 'key'>,
  people: readonly Person[],
): Promise<Explained[]> {
  const explained: Explained[] = [];
  for (const person of people) {
    const who = `identifier=${encodeURIComponent(person.address)}`;
    const path = `/campaigns/${campaign}`;
    const { explanation } = dataOf(await call('GET', `${path}/explain?${who}`, undefined, key));
    const [delivery] = list(
      dataOf(await call('GET', `${path}/deliveries?${who}`, undefined, key)),
      'deliveries',
    );
    const state = delivery?.state === 'SKIPPED' ? delivery.reason : delivery?.state;
    const { result } = explanation as Json;
    explained.push({ ...person, result: String(result), delivery: typeof state === 'string' ? state : null });
  }
  return explained;
}
