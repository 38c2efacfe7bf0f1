import { type Lease, type Outcome, type Payload, newId } from '@carillon/contracts';
import { MessagingConnection, Messenger } from '@carillon/messaging';
import { type Expectation, everybody, everybodyForSure, everybodyOnce } from '../../checker/expectation';
import { Proxy } from '../../rig/proxy';
import { LossyLink } from '../lossy-link';
import type { LoneDispatcher, Trace } from './lone-dispatcher';

/** Waits for the end of a campaign and returns the checker's violations, even if the campaign did not end in time. */
export type Judge = (trace: Trace, expected: Expectation) => Promise<string[]>;
export type Experiment = (alone: LoneDispatcher, judge: Judge) => Promise<string[]>;

const QUEUE = 'dispatcher.settlements';
/** A time that is longer than a lease and the detection of its end (milliseconds). */
const WAIT_MS = 5_500;
const slowDown: Outcome = {
  i: 0,
  kind: 'throttled',
  reason: 'SLOW_DOWN',
  permanent: false,
  providerCode: null,
  providerId: null,
  segments: null,
  retryAfterMs: 200,
};

/** A worker leases a batch, sends half of it, and dies. */
export const deadWorker: Experiment = async (alone, judge) => {
  const trace = await alone.publish('EMAIL', 4);
  const lease = await alone.worker.takeNext(trace.campaign);
  alone.send({ ...lease, recipients: lease.recipients.slice(0, 2) });
  return judge(trace, everybody);
};

/** The settlement queue delivers all messages late and in order. */
export const waitingReports: Experiment = async (alone, judge) => {
  const { amqpUrl } = alone.fixture.broker;
  const proxies = await Promise.all(
    ['batch.settled', 'settlements.drain-marker'].map((event) =>
      Proxy.between(amqpUrl, event, QUEUE, (forward) => void setTimeout(forward, WAIT_MS)),
    ),
  );
  try {
    return await judge(await alone.publish('EMAIL', 4), everybodyForSure);
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.leave()));
  }
};

/** A worker receives no reply to its request for a lease, and requests it again. */
export const lostAnswer: Experiment = async (alone, judge) => {
  const { worker } = alone;
  const trace = await alone.publish('SMS', 3);
  const hint = await worker.nextHint(trace.campaign);
  const requestId = newId();
  await worker.take(hint, requestId);
  const lease = await worker.take(hint, requestId);
  if (lease) {
    alone.send(lease);
    await worker.settle(lease);
  }
  return judge(trace, everybodyForSure);
};

/** A report that requests another attempt is delivered again during that attempt, whose worker does not report. */
export const repeatedReport: Experiment = async (alone, judge) => {
  const { worker } = alone;
  const trace = await alone.publish('SMS', 1);
  const first = await worker.takeNext(trace.campaign);
  await worker.settle(first, { outcomes: [slowDown] });
  alone.send(await worker.takeNext(trace.campaign));
  await worker.settle(first, { outcomes: [slowDown] });
  return judge(trace, everybody);
};

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** The field of a report that names the sent positions. */
const REPORT = /"sent":\[\d/;

/** A report that every recipient of the lease was sent to. */
function reportOn(
  { batchId, campaignId, fence, leaseMs, recipients }: Lease,
  holder: string,
): Payload<'batch.settled'> {
  const sent = recipients.map(({ i }) => i);
  const over = { outcomes: [], done: true, returned: [], providerDown: null };
  return { batchId, campaignId, holder, fence, sent, leaseMs, ...over };
}

/** Publishes a report as a worker does: repeatedly, until the broker confirms it. */
async function report(messenger: Messenger, report: Payload<'batch.settled'>): Promise<void> {
  for (;;) {
    try {
      await messenger.publish('batch.settled', report);
      return;
    } catch {
      // The next attempt waits until the connection is open again.
    }
  }
}

/** A worker's report is lost on its way to the broker, as when the broker dies before it confirms the report. */
export const lostReport: Experiment = async (alone, judge) => {
  const link = await LossyLink.to(alone.fixture.broker.amqpUrl);
  const connection = new MessagingConnection({ url: link.url, service: 'email-worker', log: quiet });
  await connection.connect();
  try {
    const trace = await alone.publish('EMAIL', 3);
    const lease = await alone.worker.takeNext(trace.campaign);
    alone.send(lease);
    const lost = link.lose('there', REPORT);
    await report(new Messenger(connection), reportOn(lease, alone.worker.name));
    await lost;
    return await judge(trace, everybodyOnce);
  } finally {
    await connection.close();
    await link.close();
  }
};
