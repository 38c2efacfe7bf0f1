import { join } from 'node:path';
import type { Environment } from '@carillon/local-services';
import { everybodyForSure, everybodyOnce } from '../checker/expectation';
import type { Fixture } from '../driver/fixture';
import { byMail, bySms } from '../driver/sender';
import type { ServiceCopy } from '../rig/fleet';
import type { Scenario } from '../run/play';
import { LEASES_MS, during, pass } from './during';

/** Kills every copy of a service with SIGKILL, one after the other, each after the previous copy is ready again. */
async function killEach({ fleet }: Fixture, service: string): Promise<void> {
  for (const copy of fleet.of(service)) {
    copy.signal('SIGKILL');
    await copy.ready();
  }
}

function killAll(copies: readonly ServiceCopy[]): void {
  for (const copy of copies) copy.signal('SIGKILL');
}

async function restartEach({ fleet }: Fixture, service: string, added: Environment = {}): Promise<void> {
  for (const copy of fleet.of(service)) {
    await copy.down('SIGTERM');
    await copy.start(added);
  }
}

/** The dispatcher's default. The rig's leases are shorter. */
const USUAL_LEASE_MS = '10000';
/** The time limit until another worker has served the recipients of a killed worker (seconds). */
const SERVED_S = 20;
/** The time that the mail server takes to confirm an email, so that the worker holds active leases (milliseconds). */
const UNHURRIED_MS = 20;

async function serveSoonAfterDeath(fixture: Fixture): Promise<void> {
  await restartEach(fixture, 'dispatcher', { BATCH_LEASE_MS: USUAL_LEASE_MS });
  try {
    fixture.sender.mail.latencyMs = UNHURRIED_MS;
    const mailing = await fixture.mailTo(byMail(Math.min(fixture.size, 2_000)));
    await mailing.reaches(mailing.members.length / 4);
    fixture.fleet.copy('email-worker').signal('SIGKILL');
    const killedAt = performance.now();
    await mailing.ends();
    const seconds = (performance.now() - killedAt) / 1_000;
    await mailing.examine();
    if (seconds > SERVED_S) throw new Error(`It took ${seconds.toFixed(1)} s from the kill to SENT`);
  } finally {
    await restartEach(fixture, 'dispatcher');
  }
}

const supporting = ['gateway', 'account', 'campaign', 'subscriber'];
const sending = ['dispatcher', 'email-worker', 'sms-worker'];

export const deaths: readonly Scenario[] = [
  during({
    name: 'kill an email worker',
    short: true,
    people: byMail,
    strike: ({ fleet }) => fleet.copy('email-worker').signal('SIGKILL'),
  }),
  { name: 'the recipients of a killed worker are served soon', play: serveSoonAfterDeath },
  ...sending.map((service) =>
    during({
      name: `kill each ${service}`,
      strike: (fixture) => killEach(fixture, service),
    }),
  ),
  ...supporting.map((service) =>
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
  ...[...sending, ...supporting].map((service) =>
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
      const services = fixture.fleet.isOneProcess ? ['one-process'] : [...sending, ...supporting];
      await Promise.all(services.map((service) => restartEach(fixture, service)));
    },
    expected: everybodyForSure,
  }),
  during({
    name: 'all dispatchers down longer than a lease, settlements waiting',
    short: true,
    // Workers must report meanwhile.
    apart: true,
    people: byMail,
    strike: async ({ fleet }) => {
      await Promise.all(fleet.of('dispatcher').map((copy) => copy.down()));
      await pass(2 * LEASES_MS);
      await Promise.all(fleet.of('dispatcher').map((copy) => copy.start()));
    },
    expected: everybodyOnce,
  }),
];

/** Freezes every copy of a service with SIGSTOP for longer than a lease, one after the other. */
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
    name: 'freeze each dispatcher, including the leader',
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

const FIVE_MINUTES_MS = 300_000;
const PRELOAD = join('dev', 'chaos', 'rig', 'wrong-clock.cjs');

/** Restarts a copy with a clock that is off by `byMs`. */
async function setClockOff(copy: ServiceCopy, byMs: number): Promise<void> {
  await copy.down('SIGTERM');
  const preload = join(process.cwd(), PRELOAD);
  await copy.start({ NODE_OPTIONS: `--require "${preload}"`, CHAOS_CLOCK_OFF_MS: String(byMs) });
}

async function setClockRight(copy: ServiceCopy): Promise<void> {
  await copy.down('SIGTERM');
  await copy.start();
}

function off(service: string, byMs: number, short?: true): Scenario {
  const copy = ({ fleet }: Fixture): ServiceCopy => fleet.copy(service);
  return during({
    name: `the clock of one ${service} is five minutes ${byMs < 0 ? 'slow' : 'fast'}`,
    ...(short === undefined ? {} : { short }),
    before: (fixture) => setClockOff(copy(fixture), byMs),
    after: (fixture) => setClockRight(copy(fixture)),
    expected: everybodyForSure,
  });
}

export const clocks: readonly Scenario[] = [
  off('email-worker', FIVE_MINUTES_MS),
  off('email-worker', -FIVE_MINUTES_MS),
  off('dispatcher', FIVE_MINUTES_MS, true),
  off('dispatcher', -FIVE_MINUTES_MS),
  off('campaign', FIVE_MINUTES_MS),
];
