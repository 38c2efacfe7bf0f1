import { everybodyForSure } from '../checker/expectation';
import { byMail } from '../driver/people';
import type { Fixture } from '../driver/fixture';
import type { Scenario } from '../run/scenario';
import { during } from './during';
import { pass } from './waiting';

/** A batch is asked for all the time; so long frozen, the database keeps some grants waiting (milliseconds). */
const FROZEN_MS = 400;

async function killBroker({ rig }: Fixture): Promise<void> {
  const { broker } = rig.parts.testServices;
  await broker.kill();
  await broker.start();
}

/** The grants that wait for the frozen database are written, but their answers have no way any more. */
async function killBrokerBeforeAnswers({ rig }: Fixture): Promise<void> {
  const { broker, database } = rig.parts.testServices;
  await database.freeze();
  await pass(FROZEN_MS);
  await broker.kill();
  await database.thaw();
  await broker.start();
}

async function stepDown({ rig }: Fixture): Promise<void> {
  // It answers before it steps down, or not at all: the connection goes with it.
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
  during({ name: 'kill the broker between takes and their answers', strike: killBrokerBeforeAnswers }),
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
