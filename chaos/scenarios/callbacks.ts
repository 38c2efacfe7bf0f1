import { type Expectation, everybody, everybodyForSure } from '../checker/expectation';
import { bySms } from '../driver/people';
import type { Stage } from '../driver/stage';
import { Calls } from '../recorder/calls';
import { Middleman, shuffled } from '../rig/middleman';
import type { Scenario } from '../run/scenario';
import { type Fault, during } from './during';

/** Longer than a hand takes, so that some calls are earlier than the worker's report and some later (milliseconds). */
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
    before: async (stage) => {
      const { messenger, provider } = stage.rig.parts;
      calls = new Calls(messenger, stage.sender.smsIntegration, LATEST_MS);
      provider.taken = calls.about;
      await fault.before?.(stage);
    },
    untilHeard: async () => calls?.over(),
    expected: readBy(fault.expected ?? everybody),
  });
}

function killAll({ fleet }: Stage, service: string): void {
  for (const copy of fleet.of(service)) copy.signal('SIGKILL');
}

function amongReports(): Pick<Fault, 'before' | 'after'> {
  let middleman: Middleman | undefined;
  return {
    before: async ({ rig }) => {
      const { amqpUrl } = rig.parts.ground.broker.running;
      const manners = shuffled(LATE_MS);
      middleman = await Middleman.between(amqpUrl, 'batch.settled', 'dispatcher.settlements', manners);
    },
    after: async () => middleman?.leave(),
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
    strike: (stage) => killAll(stage, 'dispatcher'),
  }),
  calledBack({
    name: 'kill the sms-workers while their provider calls back',
    strike: (stage) => killAll(stage, 'sms-worker'),
  }),
];
