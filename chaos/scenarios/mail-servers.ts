import { type SmtpConduct, at, good, onceAt } from '@carillon/fake-providers';
import { everybody, everybodyForSure, everybodyOnce } from '../checker/expectation';
import { byMail } from '../driver/people';
import type { Scenario } from '../run/scenario';
import { during } from './during';
import { pass } from './waiting';

const AWAY_MS = 60_000;
const SHORTLY_MS = 6_000;
const BUSY = { reply: '421 4.3.2 Too busy' };

/** One address in so many, the same ones each time. */
function oneIn(n: number): (address: string) => boolean {
  return (address) => Number(/\.(\d+)@/.exec(address)?.[1] ?? 0) % n === 0;
}

/** A campaign by mail to a server that behaves like this from the beginning. */
function faced(name: string, conduct: () => SmtpConduct, expected = everybody, short?: true): Scenario {
  return during({
    name,
    ...(short === undefined ? {} : { short }),
    people: byMail,
    before: ({ sender }) => void (sender.mail.conduct = conduct()),
    expected,
    ends: 420,
  });
}

/** A campaign by mail whose server is bad from the first session on for some seconds, and good afterwards. */
function badAtFirst(name: string, conduct: SmtpConduct, short?: true): Scenario {
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
    expected: everybodyForSure,
    ends: 420,
  });
}

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
  faced('the mail server takes some mails and falls silent', () => onceAt('end', 'hang', oneIn(50))),
  faced(
    'the mail server resets in the middle of some mails',
    () => onceAt('message', 'cut', oneIn(50)),
    everybodyOnce,
  ),
  faced('the mail server resets after the final dot of some mails', () => onceAt('end', 'cut', oneIn(50))),
  faced(
    'the mail server answers 450 to some',
    () => onceAt('recipient', { reply: '450 4.2.1 Later' }, oneIn(50)),
    everybodyForSure,
  ),
  faced(
    'the mail server answers 550 to some',
    () => at('recipient', { reply: '550 5.1.1 No such user' }, oneIn(10)),
    { ...everybodyForSure, mayEnd: ({ address }) => (oneIn(10)(address) ? ['FAILED'] : ['SENT']) },
    true,
  ),
  badAtFirst('the mail server answers 421 to everybody', at('recipient', BUSY)),
  badAtFirst('the mail server refuses every session', at('connect', BUSY)),
  badAtFirst('the mail server accepts and says nothing', at('connect', 'hang')),
  badAtFirst('the mail server resets every session', at('connect', 'cut')),
  away('the mail server is away for a moment', SHORTLY_MS),
  away('the mail server is away for a minute', AWAY_MS),
];
