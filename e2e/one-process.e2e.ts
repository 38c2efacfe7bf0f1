import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '@carillon/contracts';
import { LaunchedStack, pidOf, stack } from '@carillon/stack';
import { type Json, call, data, killService, until } from '../dev/driver/api';
import {
  type TestGroup,
  newGroup,
  send,
  subscribe,
  subscribeAll,
  subscribeTo,
  unique,
} from '../dev/driver/arrange';
import { inboxOf, receivedBy } from '../dev/driver/inbox';
import { type PhoneUser, newNumber, newPhoneUser } from '../dev/driver/phones';

jest.setTimeout(300_000);

const PEOPLE = 1_000;
const PHONES = 40;
/** Without a mailbox, the mailbox-poller does not run. */
const running = services.filter((service) => service !== 'mailbox-poller');

describe('a stack with all services in one process', () => {
  let launched: LaunchedStack;
  let user: PhoneUser;
  let group: TestGroup;

  beforeAll(async () => {
    launched = await LaunchedStack.start('one-process', {
      CARILLON_PROCESS: 'one',
      // The broker and the database of the other tests have services of their own.
      AMQP_URL: '',
      MONGO_URL: '',
      BATCH_LEASE_MS: '5000',
      SEND_TIMEOUT_MS: '2500',
      LEASE_GRACE_MS: '500',
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
    });
  });
  afterAll(() => launched.stop());
  beforeEach(async () => {
    user = await newPhoneUser();
    group = await newGroup(user);
  });

  const report = async (campaign: string): Promise<Json> =>
    (await data('GET', `/campaigns/${campaign}/report`, undefined, user.key)).report as Json;
  const ended = (campaign: string): Promise<Json> =>
    until('the end of the campaign', 120, async () => {
      const answer = await call('GET', `/campaigns/${campaign}/report`, undefined, user.key).catch(
        () => null,
      );
      if (answer?.status !== 200) return null;
      const now = await report(campaign);
      return now.status === 'SENT' ? now : null;
    });
  const logOf = (name: string): string =>
    readFileSync(join(process.env.CARILLON_FOLDER ?? '', 'logs', `${name}.log`), 'utf8');
  const logged = (): Json[] =>
    logOf('one-process')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Json);

  it('has one process, which serves the API and sends on every channel', async () => {
    expect(new Set(running.map(pidOf)).size).toBe(1);
    expect(pidOf('sandbox')).not.toBe(pidOf('gateway'));
    const [mail, chat, phone] = [`${unique('ada')}@example.com`, newNumber(), newNumber()];
    await subscribe(user, group, mail, { name: 'Ada' });
    await subscribeTo('whatsapp', user, group, chat, { name: 'Grace' });
    await subscribeTo('sms', user, group, phone, { name: 'Alan' });
    const text = 'Hello {{name}}';
    const campaign = await send(user, [group], {
      name: 'Hello',
      emailMessage: `<p>${text}</p>`,
      whatsappMessage: text,
      smsMessage: text,
    });
    expect(await ended(campaign)).toMatchObject({ total: 3 });
    const received = await Promise.all([mail, chat, phone].map((address) => inboxOf(address)));
    expect(received.map(([first, ...others]) => [first?.channel, others])).toEqual([
      ['EMAIL', []],
      ['WHATSAPP', []],
      ['SMS', []],
    ]);
  });

  it('names the service in each line of its log', () => {
    const names = new Set(logged().map(({ service }) => service));
    expect([...names].sort()).toEqual([...running, 'one-process'].sort());
  });

  it('has metrics and health for each service, and for all', async () => {
    const get = async (url: string): Promise<string> => (await fetch(url)).text();
    const labels = (text: string): string[] => [
      ...new Set([...text.matchAll(/service="([^"]*)"/g)].map(([, name = '']) => name)),
    ];
    const urls = stack().services.filter(({ name }) => name !== 'sandbox');
    for (const { name, adminUrl } of urls) {
      expect(labels(await get(`${adminUrl}/metrics`))).toEqual([name]);
      expect(JSON.parse(await get(`${adminUrl}/health/ready`))).toMatchObject({ ready: true });
    }
    const port = new URL(urls[0]?.adminUrl ?? '').origin;
    expect(labels(await get(`${port}/metrics`)).sort()).toEqual([...running, 'one-process'].sort());
    const health = JSON.parse(await get(`${port}/health/ready`)) as { services: Json };
    expect(health).toMatchObject({ ready: true });
    expect(Object.keys(health.services).sort()).toEqual([...running].sort());
  });

  it('loses nobody when it is killed during a campaign, and texts nobody twice', async () => {
    const name = unique('crash');
    const people = Array.from({ length: PEOPLE }, (_, n) => `${name}.${n}@example.com`);
    const phones = [...new Set(Array.from({ length: PHONES }, newNumber))];
    await subscribeAll(user, group, people);
    await Promise.all(phones.map((phone) => subscribeTo('sms', user, group, phone)));
    const campaign = await send(user, [group], { name, emailMessage: '<p>Hi</p>', smsMessage: 'Hi' });
    const served = async (): Promise<number> =>
      [...(await receivedBy()).keys()].filter((to) => to.startsWith(name)).length;
    await until('the first emails', 60, async () => (await served()) > 0);
    const pid = pidOf('gateway');
    await killService('email-worker');
    const { states } = await ended(campaign);
    expect(pidOf('gateway')).not.toBe(pid);
    const received = await receivedBy();
    const timesOf = (address: string): number => received.get(address) ?? 0;
    expect(people.filter((person) => timesOf(person) === 0)).toEqual([]);
    // What was in flight is in doubt: an email is sent again with its Message-ID, and a text is not.
    const { UNCONFIRMED = 0 } = states as { UNCONFIRMED?: number };
    expect(people.filter((person) => timesOf(person) > 2)).toEqual([]);
    expect(phones.filter((phone) => timesOf(phone) > 1)).toEqual([]);
    expect(phones.filter((phone) => timesOf(phone) === 0).length).toBeLessThanOrEqual(UNCONFIRMED);
  });

  it('finishes its work on SIGTERM, and is started again', async () => {
    const name = unique('stop');
    const people = Array.from({ length: 300 }, (_, n) => `${name}.${n}@example.com`);
    await subscribeAll(user, group, people);
    const campaign = await send(user, [group], { name, emailMessage: '<p>Hi</p>' });
    const served = async (): Promise<[string, number][]> =>
      [...(await receivedBy())].filter(([to]) => to.startsWith(name));
    await until('the first emails', 60, async () => (await served()).length > 0);
    const pid = pidOf('gateway');
    process.kill(pid, 'SIGTERM');
    await until('another process', 60, () => Promise.resolve(pidOf('gateway') !== pid));
    expect(await ended(campaign)).toMatchObject({ total: people.length, states: { SENT: people.length } });
    expect(new Map(await served())).toEqual(new Map(people.map((person) => [person, 1])));
    const launcher = readFileSync(join(process.env.CARILLON_FOLDER ?? '', 'launcher.log'), 'utf8');
    expect(launcher).toContain('ended unexpectedly (signal SIGTERM); starting it again');
    expect(logged().filter(({ msg }) => String(msg).includes('shutdown'))).toEqual([]);
  });
});
