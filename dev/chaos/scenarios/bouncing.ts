import { until } from '../../driver/api';
import type { TestGroup } from '../../driver/arrange';
import { Postfix, type PostfixSettings, whyNoPostfix } from '../../testing/src/postfix';
import { everybody } from '../checker/expectation';
import type { Fixture } from '../driver/fixture';
import { byMail } from '../driver/sender';
import type { Person } from '../evidence/evidence';
import type { Scenario } from '../run/play';
import { type Fate, judge, killing, killingBroker, killingDatabase, sendAll, stateAfter } from './returning';

/** The domain of return paths. A Postfix server forwards its emails to the bounce-receiver. */
const BOUNCES = 'bounces.chaos.example';

/** The outcome of an email to each domain. */
const fates: Readonly<Record<string, Fate>> = {
  'gone.example': 'hard',
  'late.example': 'hard',
  'full.example': 'soft',
  'over.example': 'soft',
  'away.example': 'away',
  'chaos.example': 'kept',
};
const others = Object.keys(fates).filter((domain) => fates[domain] !== 'hard');
const half = Array.from({ length: 6 }, () => others).flat();
/**
 * The domains of every fifty people. The campaign would be paused if more than 5% of the addresses were unknown,
 * even in its first part. Batches are sent from their beginning, so the unknown addresses come last.
 */
const places = [...half, 'gone.example', ...half, 'late.example'];

/** Emails per second, limited so that faults affect both outgoing emails and returning emails. */
const RATE = 25;
/** The time limit for bounces, with the faults (seconds). */
const END_S = 300;

const fateOf = (address: string): Fate => fates[address.slice(address.indexOf('@') + 1)] ?? 'kept';

/** After the first campaign, addresses that no longer exist are suppressed. */
const stateAgain = (fate: Fate): string => (fate === 'hard' ? 'SKIPPED' : stateAfter(fate));

const faults = [killing('bounce-receiver'), killing('dispatcher'), killingBroker, killingDatabase];

/**
 * Starts a Postfix server that accepts every email, and a second one behind it that has unknown and full mailboxes.
 */
async function bringBackByPostfix(fixture: Fixture): Promise<void> {
  const { witness } = fixture.rig;
  const behind = await Postfix.start(witness, refusing);
  try {
    const front = await Postfix.start(witness, takingAll(fixture, behind));
    try {
      await sendTwice(fixture, front);
    } finally {
      await front.remove();
    }
  } finally {
    await behind.remove();
  }
}

const refusing: PostfixSettings = {
  virtual_mailbox_domains: 'late.example, over.example',
  virtual_mailbox_maps: 'inline:{@over.example=all/}',
  smtpd_recipient_restrictions:
    'check_recipient_access inline:{{over.example=552 5.2.2 The mailbox is full}}',
};

function takingAll({ rig, sender }: Fixture, behind: Postfix): PostfixSettings {
  const to = (port: number): string => `smtp:[127.0.0.1]:${port}`;
  const transports = {
    'gone.example': 'error:5.1.1 No such user',
    'full.example': 'error:5.2.2 The mailbox is full',
    'late.example': to(behind.port),
    'over.example': to(behind.port),
    'away.example': to(sender.mail.port),
    'chaos.example': to(sender.mail.port),
    [BOUNCES]: to(rig.parts.returning.smtpPort),
  };
  const table = Object.entries(transports).map(([domain, transport]) => `{${domain}=${transport}}`);
  return {
    relay_domains: Object.keys(transports).join(', '),
    transport_maps: `inline:{${table.join(' ')}}`,
    // Otherwise Postfix would refuse the emails that `error` should bounce. A refusal is no bounce, and a full mailbox
    // would be retried hours later.
    smtpd_reject_unlisted_recipient: 'no',
    // Postfix retries after a second or two. Other servers retry after minutes.
    queue_run_delay: '1s',
    minimal_backoff_time: '1s',
    maximal_backoff_time: '2s',
  };
}

/**
 * Some emails bounce at once, some bounce when the second server refuses them, and the other emails reach the recorder,
 * which sends automatic replies. One part of the system after another fails during the first campaign. The second
 * campaign must skip unknown addresses.
 */
async function sendTwice(fixture: Fixture, front: Postfix): Promise<void> {
  const { sender } = fixture;
  const people = inTheirDomains(byMail(fixture.size));
  const answered = new Set<string>();
  sender.mail.taken = ({ sender: path, recipients: [address = ''] }) => {
    if (fateOf(address) !== 'away' || answered.has(path)) return;
    answered.add(path);
    void sendAll(front.port, [{ path, fate: 'away' }], () => undefined);
  };
  await sender.changeMailSender({
    settings: { port: front.port, bounceDomain: BOUNCES },
    ratePerSecond: RATE,
  });
  const group = await sender.group(people);
  await sendOnce(fixture, front, { group, people, strikes: faults, stateOf: stateAfter });
  await sender.changeMailSender({ ratePerSecond: null });
  await sendOnce(fixture, front, { group, people, strikes: [], stateOf: stateAgain });
}

interface Sending {
  group: TestGroup;
  people: readonly Person[];
  strikes: readonly ((fixture: Fixture) => Promise<void> | void)[];
  /** The state that the API lists for each fate. */
  stateOf: (fate: Fate) => string;
}

async function sendOnce(fixture: Fixture, front: Postfix, sending: Sending): Promise<void> {
  const { group, people, strikes, stateOf } = sending;
  const fateBy = new Map(people.map(({ address }) => [address, fateOf(address)]));
  const isReturning = (fate: Fate): boolean => fate === 'away' || stateOf(fate).startsWith('BOUNCED');
  const returning = [...fateBy.values()].filter(isReturning).length;
  const before = await front.handedOn(BOUNCES);
  const returned = async (): Promise<number> => (await front.handedOn(BOUNCES)) - before;
  const mailing = await fixture.publish([group], people);
  for (const [n, strike] of strikes.entries()) {
    const share = (returning * (n + 1)) / (strikes.length + 1);
    await until('the next part of the bounces', END_S, async () => (await returned()) >= share, 100);
    await strike(fixture);
  }
  await mailing.ends();
  const isOver = async (): Promise<boolean> => (await returned()) >= returning && !(await front.isBusy());
  await until(`the return of ${returning} mails`, END_S, isOver, 250);
  await judge(fixture.sender, mailing, fateBy, stateOf);
  await mailing.examine({ ...everybody, mayEnd: () => ['SENT', 'BOUNCED', 'SKIPPED'] });
}

function inTheirDomains(people: readonly Person[]): Person[] {
  return people.map(({ channel, address }, n) => ({
    channel,
    address: address.replace('chaos.example', places[n % places.length] ?? ''),
  }));
}

export const bouncing: readonly Scenario[] = [
  {
    name: 'kill the bounce-receiver, a dispatcher, the broker, and the database while a Postfix returns mails',
    whyNot: whyNoPostfix,
    play: bringBackByPostfix,
  },
];
