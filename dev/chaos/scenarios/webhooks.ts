import { until } from '../../driver/api';
import { checkWebhooks } from '../checker/check-webhooks';
import { everybody } from '../checker/expectation';
import { Endpoint } from '../driver/endpoint';
import type { Fixture } from '../driver/fixture';
import type { Mailing } from '../driver/mailing';
import { byMail, bySms } from '../driver/sender';
import { Calls } from '../recorder/provider-recorder';
import type { Scenario } from '../run/play';
import { LEASES_MS, pass } from './during';
import { killingBroker, killingDatabase } from './returning';

type Strike = (fixture: Fixture) => Promise<void> | void;

/** The number of concurrent campaigns. Each keeps its own order. */
const CAMPAIGNS = 2;
/** The share of people whose provider calls back, so that their delivery events continue after the campaign. */
const BY_SMS = 1 / 5;
/**
 * A time that is longer than a batch takes, so that some callbacks arrive before the worker's report and some after
 * it (milliseconds).
 */
const LATEST_MS = 1_500;
/**
 * The response time of the endpoint that receives deliveries one by one, and of the endpoint that receives many at a
 * time (milliseconds).
 */
const SINGLE_MS = 5;
const MANY_MS = 50;
/** The number of people who are suppressed before each fault. */
const SUPPRESSED = 5;
/**
 * The time limit for the remaining notifications (seconds). A message that was lost twice is sent again after five
 * minutes.
 */
const NOTIFIED_S = 420;

/** Sends campaigns whose events two endpoints receive, while one part of the system after another fails. */
function whileNotifying(name: string, strikes: readonly Strike[], short?: true): Scenario {
  return {
    name,
    ...(short === undefined ? {} : { short }),
    async play(fixture) {
      const { rig, sender, size } = fixture;
      const { messenger, provider } = rig.parts;
      const single = { batch: false, latencyMs: SINGLE_MS, loses: Math.round(size / 3) };
      const many = { batch: true, latencyMs: MANY_MS, loses: 5 };
      const endpoints: Endpoint[] = [];
      for (const conduct of [single, many]) endpoints.push(await Endpoint.open(rig, sender.user, conduct));
      const calls = new Calls(messenger, sender.smsSender, LATEST_MS);
      provider.taken = calls.about;
      try {
        const people = Math.floor(size / CAMPAIGNS);
        const mailings: Mailing[] = [];
        for (let n = 0; n < CAMPAIGNS; n++)
          mailings.push(
            await fixture.mailTo([
              ...bySms(Math.round(people * BY_SMS)),
              ...byMail(people - Math.round(people * BY_SMS)),
            ]),
          );
        const suppressed = await strikeWhile(fixture, endpoints, strikes);
        for (const mailing of mailings) await mailing.ends();
        await calls.over();
        for (const mailing of mailings)
          await mailing.examine({
            ...everybody,
            mayEnd: ({ channel }) => (channel === 'SMS' ? ['READ'] : ['SENT']),
          });
        for (const endpoint of endpoints) await judge(fixture, endpoint, mailings, suppressed);
      } finally {
        await Promise.all(endpoints.map((endpoint) => endpoint.close()));
      }
    },
  };
}

/** Spreads faults over the deliveries that endpoints receive. Returns the suppressed addresses. */
async function strikeWhile(
  fixture: Fixture,
  endpoints: readonly Endpoint[],
  strikes: readonly Strike[],
): Promise<string[]> {
  const suppressed: string[] = [];
  for (const [index, strike] of strikes.entries()) {
    const share = (fixture.size * (index + 1)) / (strikes.length + 1);
    const isReached = (): boolean => endpoints.every(({ deliveries }) => deliveries >= share);
    await until('the next part of the deliveries', NOTIFIED_S, () => Promise.resolve(isReached()), 5);
    const people = byMail(SUPPRESSED);
    // The broker may not have recovered from the previous fault.
    const suppress = (): Promise<boolean> =>
      fixture.sender.suppress(people).then(
        () => true,
        () => false,
      );
    await until('the suppressions', NOTIFIED_S, suppress);
    suppressed.push(...people.map(({ address }) => address));
    await strike(fixture);
  }
  return suppressed;
}

/** Waits until an endpoint has received all events. Fails with the differences if they do not arrive in time. */
async function judge(
  { rig }: Fixture,
  endpoint: Endpoint,
  mailings: readonly Mailing[],
  suppressed: readonly string[],
): Promise<void> {
  const campaigns = mailings.map(({ campaign, seen }) => ({ campaign, ledger: seen?.ledger ?? [] }));
  const look = async (): Promise<string[]> =>
    checkWebhooks({ ...(await endpoint.evidence(rig)), campaigns, suppressed });
  await until('all events', NOTIFIED_S, async () => (await look()).length === 0, 500).catch(() => undefined);
  const violations = await look();
  for (const mailing of mailings) mailing.judge(violations);
}

function killing(service: string): Strike {
  return ({ fleet }) => {
    for (const copy of fleet.of(service)) copy.signal('SIGKILL');
  };
}

/** Resolves when all copies are ready for the next fault. */
async function again(fixture: Fixture, service: string): Promise<void> {
  await Promise.all(fixture.fleet.of(service).map((copy) => copy.ready()));
  await killing(service)(fixture);
}

export const webhooks: readonly Scenario[] = [
  whileNotifying(
    'kill the webhook-workers, the broker and the database while webhooks are sent',
    [killingBroker, killing('webhook-worker'), killingDatabase],
    true,
  ),
  ...['webhook-worker', 'dispatcher', 'subscriber'].map((service) =>
    whileNotifying(`kill each ${service} again and again while webhooks are sent`, [
      killing(service),
      (fixture) => again(fixture, service),
      (fixture) => again(fixture, service),
    ]),
  ),
  whileNotifying('freeze each webhook-worker for longer than its lease while webhooks are sent', [
    async ({ fleet }) => {
      for (const copy of fleet.of('webhook-worker')) {
        copy.signal('SIGSTOP');
        await pass(LEASES_MS);
        copy.signal('SIGCONT');
      }
    },
  ]),
  whileNotifying('all webhook-workers are down while campaigns are sent', [
    async ({ fleet }) => {
      const workers = fleet.of('webhook-worker');
      await Promise.all(workers.map((copy) => copy.down()));
      await pass(LEASES_MS);
      await Promise.all(workers.map((copy) => copy.start()));
    },
  ]),
];
