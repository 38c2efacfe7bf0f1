import { byMail, bySms } from '../driver/people';
import type { Fixture } from '../driver/fixture';
import type { Scenario } from '../run/scenario';
import { during } from './during';
import { LEASES_MS, pass } from './waiting';

/** SIGSTOP of copies of a service for longer than a lease, one after the other. */
async function freezeEach({ fleet }: Fixture, service: string): Promise<void> {
  for (const copy of fleet.of(service)) {
    copy.signal('SIGSTOP');
    await pass(LEASES_MS);
    copy.signal('SIGCONT');
  }
}

export const freezes: readonly Scenario[] = [
  during({
    name: 'freeze an email worker for longer than its lease',
    short: true,
    people: byMail,
    strike: async ({ fleet }) => {
      fleet.copy('email-worker').signal('SIGSTOP');
      await pass(LEASES_MS);
      fleet.copy('email-worker').signal('SIGCONT');
    },
  }),
  during({
    name: 'freeze each SMS worker for longer than its lease',
    short: true,
    people: bySms,
    strike: (fixture) => freezeEach(fixture, 'sms-worker'),
  }),
  during({
    name: 'freeze each dispatcher, the leader among them',
    short: true,
    strike: (fixture) => freezeEach(fixture, 'dispatcher'),
  }),
  during({
    name: 'freeze each dispatcher while it plans',
    when: 0,
    strike: (fixture) => freezeEach(fixture, 'dispatcher'),
  }),
  during({
    name: 'freeze both dispatchers with messages in flight',
    strike: async ({ fleet }) => {
      for (const copy of fleet.of('dispatcher')) copy.signal('SIGSTOP');
      await pass(LEASES_MS);
      for (const copy of fleet.of('dispatcher')) copy.signal('SIGCONT');
    },
  }),
  during({
    name: 'freeze all workers for longer than a lease',
    strike: async ({ fleet }) => {
      const workers = [...fleet.of('email-worker'), ...fleet.of('sms-worker')];
      for (const copy of workers) copy.signal('SIGSTOP');
      await pass(LEASES_MS);
      for (const copy of workers) copy.signal('SIGCONT');
    },
  }),
];
