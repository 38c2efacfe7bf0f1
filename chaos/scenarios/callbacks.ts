import { type Expectation, everybody, everybodyForSure } from '../checker/expectation';
import { bySms } from '../driver/people';
import type { Fixture } from '../driver/fixture';
import { Calls } from '../recorder/calls';
import { Proxy, shuffled } from '../rig/proxy';
import type { Scenario } from '../run/scenario';
import { type Fault, during } from './during';

/** Longer than a lease takes, so that some calls are earlier than the worker's report and some later (milliseconds). */
const LATEST_MS = 1_500;
/** Less than a lease, so that a late report is not an absent one (milliseconds). */
const LATE_MS = 800;

/** Whoever got the message has read it, whatever their worker could tell. */
const readBy = (expected: Expectation): Expectation => ({ ...expected, mayEnd: () => ['READ'] });

/** A campaign by SMS whose provider calls back about every message, each word twice and in no order. */
function calledBack(
  fault: Pick<Fault, 'name' | 'short' | 'strike' | 'expected' | 'before' | 'after'>,
): Scenario {
  let calls: Calls | undefined;
  return during({
    ...fault,
    people: bySms,
    before: async (fixture) => {
      const { messenger, provider } = fixture.rig.parts;
      calls = new Calls(messenger, fixture.sender.smsIntegration, LATEST_MS);
      provider.taken = calls.about;
      await fault.before?.(fixture);
    },
    untilHeard: async () => calls?.over(),
    expected: readBy(fault.expected ?? everybody),
  });
}

function killAll({ fleet }: Fixture, service: string): void {
  for (const copy of fleet.of(service)) copy.signal('SIGKILL');
}

function amongReports(): Pick<Fault, 'before' | 'after'> {
  let proxy: Proxy | undefined;
  return {
    before: async ({ rig }) => {
      const { amqpUrl } = rig.parts.testServices.broker.running;
      const manners = shuffled(LATE_MS);
      proxy = await Proxy.between(amqpUrl, 'batch.settled', 'dispatcher.settlements', manners);
    },
    after: async () => proxy?.leave(),
  };
}

export const callbacks: readonly Scenario[] = [
  calledBack({
    name: 'a provider calls back twice and in no order',
    short: true,
    expected: everybodyForSure,
  }),
  calledBack({
    name: 'callbacks and reports of workers overtake each other',
    expected: everybodyForSure,
    ...amongReports(),
  }),
  calledBack({
    name: 'kill both dispatchers while a provider calls back',
    strike: (fixture) => killAll(fixture, 'dispatcher'),
  }),
  calledBack({
    name: 'kill the sms-workers while their provider calls back',
    strike: (fixture) => killAll(fixture, 'sms-worker'),
  }),
];
