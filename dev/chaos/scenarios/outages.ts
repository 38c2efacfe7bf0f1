import { everybodyForSure } from '../checker/expectation';
import type { Fixture } from '../driver/fixture';
import { byMail } from '../driver/sender';
import { type Delivery, Proxy, shuffled, twice } from '../rig/proxy';
import type { Scenario } from '../run/play';
import { during, pass } from './during';

/**
 * The time for which the database is frozen (milliseconds). Workers request batches all the time, so some requests
 * wait for the database.
 */
const FROZEN_MS = 400;

async function killBroker({ rig }: Fixture): Promise<void> {
  const { broker } = rig.parts.testServices;
  await broker.kill();
  await broker.start();
}

/**
 * The database stores the leases that waited for it, and the broker is down when the dispatcher replies to the
 * requests.
 */
async function killBrokerBeforeAnswers({ rig }: Fixture): Promise<void> {
  const { broker, database } = rig.parts.testServices;
  await database.freeze();
  await pass(FROZEN_MS);
  await broker.kill();
  await database.thaw();
  await broker.start();
}

async function stepDown({ rig }: Fixture): Promise<void> {
  // The broker may close the connection without a response.
  await rig.parts.database
    .db('admin')
    .command({ replSetStepDown: 2, force: true })
    .catch(() => undefined);
}

export const outages: readonly Scenario[] = [
  during({ name: 'kill the broker and start it again', short: true, strike: killBroker }),
  during({
    name: 'kill the broker at the moment of publishing',
    when: 0,
    people: byMail,
    strike: killBroker,
  }),
  during({ name: 'kill the broker between takes and their responses', strike: killBrokerBeforeAnswers }),
  during({
    name: 'restart the database',
    strike: async ({ rig }) => {
      await rig.parts.testServices.database.stop();
      await rig.parts.testServices.database.start();
    },
  }),
  during({
    name: 'kill the database and start it again',
    short: true,
    strike: async ({ rig }) => {
      await rig.parts.testServices.database.kill();
      await rig.parts.testServices.database.start();
    },
  }),
  during({ name: 'make the database step down', strike: stepDown }),
  during({ name: 'make the database step down while it is planned', when: 0, strike: stepDown }),
  during({
    name: 'delete the queue of offers',
    strike: ({ rig }) => rig.parts.queues.delete('deliveries.email'),
    expected: everybodyForSure,
  }),
  during({
    name: 'delete the queue of settlements',
    strike: ({ rig }) => rig.parts.queues.delete('dispatcher.settlements'),
  }),
  during({
    name: 'delete the queue of orders before publishing',
    before: ({ rig }) => rig.parts.queues.delete('dispatcher.events'),
    expected: everybodyForSure,
  }),
];

/** A time that is shorter than a lease, so that no lease expires before its report arrives (milliseconds). */
const LATE_MS = 800;

/** Plays a campaign with a proxy between an event and its queue. */
function between(
  name: string,
  event: string,
  queue: string,
  delivery: () => Delivery,
  short?: true,
): Scenario {
  let proxy: Proxy | undefined;
  const scenario = during({
    name,
    ...(short === undefined ? {} : { short }),
    before: async ({ rig }: Fixture) => {
      const { amqpUrl } = rig.parts.testServices.broker.running;
      proxy = await Proxy.between(amqpUrl, event, queue, delivery());
    },
    after: async () => proxy?.leave(),
    expected: everybodyForSure,
  });
  return scenario;
}

export const messages: readonly Scenario[] = [
  between('every order comes twice', 'campaign.published', 'dispatcher.events', () => twice(LATE_MS)),
  between(
    'every report of a worker comes twice',
    'batch.settled',
    'dispatcher.settlements',
    () => twice(LATE_MS),
    true,
  ),
  between(
    'reports of workers overtake each other',
    'batch.settled',
    'dispatcher.settlements',
    () => shuffled(LATE_MS),
    true,
  ),
  between('every offer comes twice', 'email.batch-released', 'deliveries.email', () => twice(LATE_MS)),
  between('every completion comes twice', 'campaign.completed', 'campaign.events', () => twice(LATE_MS)),
];
