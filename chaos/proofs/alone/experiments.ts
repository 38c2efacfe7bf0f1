import { type Outcome, newId } from '@carillon/contracts';
import { type Expectation, everybody, everybodyForSure } from '../../checker/expectation';
import { Proxy } from '../../rig/proxy';
import type { LoneDispatcher } from './lone-dispatcher';
import type { Trace } from './trace';

/** Waits for a campaign's end, as long as is due, and examines it: what the checker says. */
export type Judge = (trace: Trace, expected: Expectation) => Promise<string[]>;
export type Experiment = (alone: LoneDispatcher, judge: Judge) => Promise<string[]>;

const QUEUE = 'dispatcher.settlements';
/** Longer than a lease, by more than it takes to notice that it is over (milliseconds). */
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

/** A worker takes a lease, sends half of it and is never heard of again. */
export const deadWorker: Experiment = async (alone, judge) => {
  const trace = await alone.publish('EMAIL', 4);
  const lease = await alone.worker.takeNext(trace.campaign);
  alone.send({ ...lease, recipients: lease.recipients.slice(0, 2) });
  return judge(trace, everybody);
};

/** Whatever comes to the settlement queue comes out late, in the order in which it came. */
export const waitingReports: Experiment = async (alone, judge) => {
  const { amqpUrl } = alone.fixture.broker;
  const middlemen = await Promise.all(
    ['batch.settled', 'settlements.drain-marker'].map((event) =>
      Proxy.between(amqpUrl, event, QUEUE, (forward) => void setTimeout(forward, WAIT_MS)),
    ),
  );
  try {
    return await judge(await alone.publish('EMAIL', 4), everybodyForSure);
  } finally {
    await Promise.all(middlemen.map((proxy) => proxy.leave()));
  }
};

/** A worker does not hear that it was granted a lease, and asks again. */
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

/** A report that asks for another attempt comes again while that attempt is made, of which nobody reports. */
export const repeatedReport: Experiment = async (alone, judge) => {
  const { worker } = alone;
  const trace = await alone.publish('SMS', 1);
  const first = await worker.takeNext(trace.campaign);
  await worker.settle(first, { outcomes: [slowDown] });
  alone.send(await worker.takeNext(trace.campaign));
  await worker.settle(first, { outcomes: [slowDown] });
  return judge(trace, everybody);
};
