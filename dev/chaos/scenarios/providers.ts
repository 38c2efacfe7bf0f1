import { type SmtpConduct, at, good, onceAt } from '@carillon/fake-providers';
import { type Expectation, everybody, everybodyForSure, everybodyOnce } from '../checker/expectation';
import type { Fixture } from '../driver/fixture';
import { byMail, bySms } from '../driver/sender';
import type { Person } from '../evidence/evidence';
import { DEADLY_REPLY } from '../recorder/mail-recorder';
import { Calls, ENDPOINT_SECRET } from '../recorder/provider-recorder';
import { Proxy, shuffled } from '../rig/proxy';
import type { Scenario } from '../run/play';
import { type Fault, during, pass } from './during';

const AWAY_MS = 60_000;
const SHORTLY_MS = 6_000;
/**
 * The maximum number of doubts in an outage. Each active lease puts three emails and the emails in flight in doubt
 * before the provider counts as down.
 */
const MOST_IN_AN_OUTAGE = 250;
const BUSY = { reply: '421 4.3.2 Too busy' };

/** Selects one address in `n`, always the same addresses. */
function oneIn(n: number): (address: string) => boolean {
  return (address) => Number(/\.(\d+)@/.exec(address)?.[1] ?? 0) % n === 0;
}

/** A campaign by email to a server with this conduct from the start. */
function throughout(name: string, conduct: () => SmtpConduct, expected = everybody, short?: true): Scenario {
  return during({
    name,
    ...(short === undefined ? {} : { short }),
    people: byMail,
    when: 0,
    before: ({ sender }) => void (sender.mail.conduct = conduct()),
    expected,
    ends: 420,
  });
}

/** A campaign by email whose server misbehaves for the first seconds and then works. */
function badAtFirst(name: string, conduct: SmtpConduct, expected = everybodyForSure, short?: true): Scenario {
  return during({
    name,
    ...(short === undefined ? {} : { short }),
    people: byMail,
    when: 0,
    before: ({ sender }) => void (sender.mail.conduct = conduct),
    strike: async ({ sender }) => {
      await pass(SHORTLY_MS);
      sender.mail.conduct = good;
    },
    expected,
    ends: 420,
  });
}

/** The server accepts ten emails per session, then replies 421. The next email needs a new session, and no pause. */
const tenMailsASession: Scenario = during({
  name: 'the mail server accepts ten mails per session',
  people: byMail,
  when: 0,
  before: async ({ sender }) => {
    await sender.mail.leave();
    await sender.mail.comeBack({ mailsPerSession: 10 });
  },
  after: async ({ sender }) => {
    await sender.mail.leave();
    await sender.mail.comeBack();
  },
  expected: everybodyForSure,
  ends: 90,
});

function away(name: string, forMs: number, short?: true): Scenario {
  return during({
    name,
    ...(short === undefined ? {} : { short }),
    people: byMail,
    strike: async ({ sender }) => {
      await sender.mail.leave();
      await pass(forMs);
      await sender.mail.comeBack();
    },
  });
}

export const mailServers: readonly Scenario[] = [
  throughout('the mail server takes some mails and falls silent', () => onceAt('end', 'hang', oneIn(50))),
  throughout(
    'the mail server resets in the middle of some mails',
    () => onceAt('message', 'cut', oneIn(50)),
    everybodyOnce,
  ),
  throughout('the mail server resets after the final dot of some mails', () =>
    onceAt('end', 'cut', oneIn(50)),
  ),
  throughout(
    'the mail server replies 450 to some',
    () => onceAt('recipient', { reply: '450 4.2.1 Later' }, oneIn(50)),
    everybodyForSure,
  ),
  throughout(
    'the mail server replies 550 to some',
    () => at('recipient', { reply: '550 5.1.1 No such user' }, oneIn(10)),
    { ...everybodyForSure, mayEnd: ({ address }) => (oneIn(10)(address) ? ['FAILED'] : ['SENT']) },
    true,
  ),
  throughout(
    'the mail server replies 550 to some, without an enhanced code',
    () => at('recipient', { reply: '550 User unknown' }, oneIn(10)),
    { ...everybodyForSure, mayEnd: ({ address }) => (oneIn(10)(address) ? ['FAILED'] : ['SENT']) },
  ),
  tenMailsASession,
  badAtFirst('the mail server drops every connection after the mail', at('end', 'cut'), {
    ...everybody,
    mostDoubts: MOST_IN_AN_OUTAGE,
  }),
  badAtFirst('the mail server drops every connection in mid-mail', at('message', 'cut'), {
    ...everybodyOnce,
    mostDoubts: MOST_IN_AN_OUTAGE,
  }),
  badAtFirst('the mail server replies 421 to everyone', at('recipient', BUSY)),
  badAtFirst('the mail server refuses every session', at('connect', BUSY)),
  badAtFirst('the mail server accepts connections and stays silent', at('connect', 'hang')),
  badAtFirst('the mail server resets every session', at('connect', 'cut')),
  away('the mail server is away for a moment', SHORTLY_MS),
  away('the mail server is away for a minute', AWAY_MS),
];

/**
 * A time that is longer than a batch takes, so that some callbacks arrive before the worker's report and some after
 * it (milliseconds).
 */
const LATEST_MS = 1_500;
/** A time that is shorter than a lease, so that no lease expires before its report arrives (milliseconds). */
const LATE_MS = 800;

/** Every person who received the message has the state READ, even if the worker could not report. */
const readBy = (expected: Expectation): Expectation => ({ ...expected, mayEnd: () => ['READ'] });

/** A campaign by SMS whose provider calls back about every message, with each state twice and in random order. */
function calledBack(
  fault: Pick<Fault, 'name' | 'short' | 'strike' | 'expected' | 'before' | 'after'>,
): Scenario {
  let calls: Calls | undefined;
  return during({
    ...fault,
    people: bySms,
    before: async (fixture) => {
      const { messenger, provider } = fixture.rig.parts;
      calls = new Calls(messenger, fixture.sender.smsSender, LATEST_MS);
      provider.taken = calls.about;
      await fault.before?.(fixture);
    },
    settled: async () => calls?.over(),
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
      const delivery = shuffled(LATE_MS);
      proxy = await Proxy.between(amqpUrl, 'batch.settled', 'dispatcher.settlements', delivery);
    },
    after: async () => proxy?.leave(),
  };
}

export const callbacks: readonly Scenario[] = [
  calledBack({
    name: 'a provider calls back twice and in random order',
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

/** A campaign by SMS through an HTTP sender. */
function byEndpoint(fault: Pick<Fault, 'name' | 'short' | 'strike' | 'expected' | 'before'>): Scenario {
  let back = (): Promise<void> => Promise.resolve();
  return during({
    ...fault,
    people: bySms,
    before: async (fixture) => {
      back = await fixture.sender.useEndpoint(fixture.rig.parts.provider.endpointUrl, ENDPOINT_SECRET);
      await fault.before?.(fixture);
    },
    after: () => back(),
    ends: 120,
  });
}

/** Selects one number in `n`, always the same numbers. */
function oneNumberIn(n: number): (address: string) => boolean {
  return (address) => Number(address.slice(-4)) % n === 0;
}

export const endpoints: readonly Scenario[] = [
  byEndpoint({
    name: 'kill the sms-workers while they post to an endpoint',
    short: true,
    strike: (fixture) => killAll(fixture, 'sms-worker'),
  }),
  byEndpoint({
    name: 'an endpoint accepts some messages and resets, and refuses others temporarily',
    before: ({ rig }) => {
      const { provider } = rig.parts;
      const isRefused = onceEach(oneNumberIn(11));
      provider.endpointConduct = (address) => {
        if (isRefused(address)) return { status: 429, headers: { 'retry-after': '1' } };
        return oneNumberIn(50)(address) ? 'resets' : 'takes';
      };
    },
  }),
];

/** Selects each of these addresses only the first time. */
function onceEach(selects: (address: string) => boolean): (address: string) => boolean {
  const seen = new Set<string>();
  return (address) => selects(address) && !seen.has(address) && seen.add(address).has(address);
}

/**
 * An email to one recipient kills every process that sends it: two workers, and then the isolated process of the third
 * attempt.
 */
async function poisonMail(fixture: Fixture): Promise<void> {
  const { fleet, sender } = fixture;
  const people = byMail(Math.min(fixture.size, 600));
  const poisonous = middle(people);
  let killed = 0;
  sender.mail.conduct = (moment, address) => {
    if (moment !== 'end' || address !== poisonous.address) return 'go';
    killed++;
    return { reply: `${DEADLY_REPLY} Die` };
  };
  const before = deathsOf(fleet);
  const mailing = await fixture.mailTo(people);
  await mailing.ends();
  await mailing.examine({ ...everybody, mayEnd: endsUnless(poisonous) });
  const deaths = deathsOf(fleet) - before;
  if (killed !== 3 || deaths !== 2)
    throw new Error(`The mail was tried ${killed} times and killed ${deaths} workers`);
}

function deathsOf(fleet: Fixture['fleet']): number {
  return fleet.of('email-worker').reduce((sum, { deaths }) => sum + deaths, 0);
}

/** The provider's response for one recipient kills every worker that receives it. */
async function poisonSms(fixture: Fixture): Promise<void> {
  const people = bySms(Math.min(fixture.size, 300));
  const poisonous = middle(people);
  fixture.rig.parts.provider.conduct = (address) => (address === poisonous.address ? 'kill' : 'take');
  const mailing = await fixture.mailTo(people);
  await mailing.ends();
  await mailing.examine({ ...everybody, mayEnd: endsUnless(poisonous) });
}

/**
 * All other recipients receive the message. This recipient ends as UNCONFIRMED, which is always allowed after a
 * doubt.
 */
function endsUnless({ address }: Person): (typeof everybody)['mayEnd'] {
  return (person) => (person.address === address ? [] : ['SENT']);
}

function middle(people: readonly Person[]): Person {
  const found = people[Math.floor(people.length / 2)];
  if (!found) throw new Error('The list of people is empty');
  return found;
}

export const poison: readonly Scenario[] = [
  { name: 'a recipient whose mail kills its worker every time', play: poisonMail },
  { name: 'a recipient whose SMS kills its worker every time', short: true, play: poisonSms },
];
