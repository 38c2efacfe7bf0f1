import { at, good, onceAt } from '@carillon/fake-providers';
import { type Expectation, everybody, everybodyForSure } from '../checker/expectation';
import type { Fixture } from '../driver/fixture';
import { must } from '../driver/fixture';
import { byMail, bySms } from '../driver/sender';
import { ENDPOINT_SECRET } from '../recorder/provider-recorder';
import type { Scenario } from '../run/play';
import { during, killAll, pass } from './during';

const SHORTLY_MS = 6_000;
/** Shorter than the rest of the campaign. */
const SILENT_MS = 500;
/** One of so many recipients. */
const ONE_IN = 20;

const oneIn = (address: string): boolean => Number(/(\d+)(?:@|$)/.exec(address)?.[1] ?? 1) % ONE_IN === 0;

/** Throws unless the other sender got some of the messages, because otherwise the scenario tests nothing. */
function isUsed(taken: number): void {
  if (taken === 0) throw new Error('No message moved to the other sender');
}

/** A campaign by email through a pool of two mail servers. */
async function byPool(
  fixture: Fixture,
  fault: (fixture: Fixture, campaign: string) => Promise<void>,
  { strategy, expected = everybody }: { strategy?: 'WEIGHTS'; expected?: Expectation } = {},
): Promise<void> {
  const { sender, size } = fixture;
  const spare = await sender.poolMail(strategy);
  for (const mail of sender.mails) mail.latencyMs = 20;
  const mailing = await fixture.mailTo(byMail(size));
  await mailing.reaches(size / 4);
  await fault(fixture, mailing.campaign);
  await mailing.ends('SENT', 300);
  await mailing.examine(expected);
  isUsed(spare.of(mailing.campaign).length);
}

export const pools: readonly Scenario[] = [
  {
    name: 'the first sender of a pool is away and returns, and the dispatchers are killed meanwhile',
    play: (fixture) =>
      byPool(fixture, async ({ sender: { mail } }) => {
        await mail.leave();
        await killAll(fixture, 'dispatcher');
        await pass(SHORTLY_MS);
        await mail.comeBack();
      }),
  },
  {
    name: 'the first sender of a pool falls silent after the body of some mails, and then refuses every session',
    play: (fixture) =>
      byPool(fixture, async ({ sender: { mail } }) => {
        mail.conduct = onceAt('end', 'hang', oneIn);
        await pass(SILENT_MS);
        mail.conduct = at('connect', { reply: '421 4.3.2 Too busy' });
        await mail.leave();
        await mail.comeBack();
        await killAll(fixture, 'email-worker');
        await pass(SHORTLY_MS);
        mail.conduct = good;
      }),
  },
  {
    name: 'the senders of a pool take turns in being away, with shares by weight',
    play: (fixture) =>
      byPool(
        fixture,
        async ({ sender: { mails } }) => {
          for (const mail of [...mails, ...mails]) {
            await mail.leave();
            await pass(SHORTLY_MS / 3);
            await mail.comeBack();
          }
        },
        { strategy: 'WEIGHTS' },
      ),
  },
  {
    name: 'the senders of a pool are edited, and cannot be deleted',
    play: (fixture) =>
      byPool(
        fixture,
        async ({ sender: { mail, mailSender, user } }) => {
          mail.conduct = at('sender', { reply: '451 4.3.0 Later' });
          await must(fixture, 409, 'DELETE', `/senders/${mailSender}`);
          const change = { name: `Renamed ${user.id}`, ratePerSecond: 500 };
          await must(fixture, 200, 'PATCH', `/senders/${mailSender}`, change);
          await pass(SHORTLY_MS);
          mail.conduct = good;
        },
        { expected: everybodyForSure },
      ),
  },
  bySmsPool('the first sender of a pool cannot reach some numbers, and the sms-workers are killed', true),
];

/** A campaign by SMS through a pool. Twilio refuses some messages, which an endpoint gets. */
function bySmsPool(name: string, short?: true): Scenario {
  let back = (): Promise<void> => Promise.resolve();
  let taken = 0;
  return during({
    name,
    ...(short && { short }),
    people: bySms,
    before: async ({ sender, rig: { parts } }) => {
      back = await sender.poolSms(parts.provider.endpointUrl, ENDPOINT_SECRET);
      taken = 0;
      parts.provider.conduct = (address) => (oneIn(address) ? 'cannot-reach' : 'take');
      parts.provider.endpointConduct = () => {
        taken += 1;
        return 'takes';
      };
    },
    strike: (fixture) => killAll(fixture, 'sms-worker'),
    settled: () => {
      isUsed(taken);
      return Promise.resolve();
    },
    after: () => back(),
    ends: 120,
  });
}
