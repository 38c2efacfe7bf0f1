import { everybodyForSure, everybodyOnce } from '../checker/expectation';
import { byMail } from '../driver/people';
import type { Fixture } from '../driver/fixture';
import type { ServiceCopy } from '../rig/service-copy';
import type { Scenario } from '../run/scenario';
import { during } from './during';
import { LEASES_MS, pass } from './waiting';

/** kill -9 of every copy of a service, one after the other; the next one when the last one is back. */
async function killEach({ fleet }: Fixture, service: string): Promise<void> {
  for (const copy of fleet.of(service)) {
    copy.signal('SIGKILL');
    await copy.ready();
  }
}

function killAll(copies: readonly ServiceCopy[]): void {
  for (const copy of copies) copy.signal('SIGKILL');
}

async function restartEach({ fleet }: Fixture, service: string): Promise<void> {
  for (const copy of fleet.of(service)) {
    await copy.down('SIGTERM');
    await copy.start();
  }
}

const bystanders = ['gateway', 'account', 'campaign', 'subscriber'];
const actors = ['dispatcher', 'email-worker', 'sms-worker'];

export const deaths: readonly Scenario[] = [
  during({
    name: 'kill an email worker',
    short: true,
    people: byMail,
    strike: ({ fleet }) => fleet.copy('email-worker').signal('SIGKILL'),
  }),
  ...actors.map((service) =>
    during({
      name: `kill each ${service}`,
      strike: (fixture) => killEach(fixture, service),
    }),
  ),
  ...bystanders.map((service) =>
    during({
      name: `kill each ${service}`,
      strike: (fixture) => killEach(fixture, service),
      expected: everybodyForSure,
    }),
  ),
  during({
    name: 'kill both dispatchers while they plan',
    when: 0,
    strike: ({ fleet }) => killAll(fleet.of('dispatcher')),
  }),
  during({
    name: 'kill both campaign services at the moment of publishing',
    when: 0,
    strike: ({ fleet }) => killAll(fleet.of('campaign')),
    expected: everybodyForSure,
  }),
  during({
    name: 'kill everything at once',
    short: true,
    strike: ({ fleet }) => killAll(fleet.copies),
  }),
  ...[...actors, ...bystanders].map((service) =>
    during({
      name: `rolling restart of the ${service}s`,
      strike: (fixture) => restartEach(fixture, service),
      expected: everybodyForSure,
    }),
  ),
  during({
    name: 'rolling restart of everything',
    short: true,
    strike: async (fixture) => {
      const services = [...actors, ...bystanders];
      await Promise.all(services.map((service) => restartEach(fixture, service)));
    },
    expected: everybodyForSure,
  }),
  during({
    name: 'all dispatchers down longer than a lease, settlements waiting',
    short: true,
    people: byMail,
    strike: async ({ fleet }) => {
      await Promise.all(fleet.of('dispatcher').map((copy) => copy.down()));
      await pass(2 * LEASES_MS);
      await Promise.all(fleet.of('dispatcher').map((copy) => copy.start()));
    },
    expected: everybodyOnce,
  }),
];
