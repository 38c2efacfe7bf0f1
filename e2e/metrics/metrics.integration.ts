import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Service, channelRow, channels, services } from '@carillon/contracts';
import { Metrics } from '@carillon/platform';
import { BounceReceiverModule } from '../../apps/bounce-receiver/src/bounce-receiver.module';
import { EmailWorkerModule } from '../../apps/email-worker/src/email-worker.module';
import { MailboxPollerModule } from '../../apps/mailbox-poller/src/mailbox-poller.module';
import { SmsWorkerModule } from '../../apps/sms-worker/src/sms-worker.module';
import { WhatsappWorkerModule } from '../../apps/whatsapp-worker/src/whatsapp-worker.module';
import { until } from '../../dev/driver/api';
import { System } from '../system';

const workers = channels.map((channel) => channelRow(channel).worker);
const groups: Record<string, readonly string[]> = {
  all: services,
  database: services.filter(
    (service) => ![...workers, 'bounce-receiver', 'mailbox-poller'].some((other) => other === service),
  ),
  workers,
};

/** The metrics of each service in docs/metrics.md: a line for each metric, with its type and its labels. */
function documented(): Record<string, string[]> {
  const table = readFileSync(join(__dirname, '../../docs/metrics.md'), 'utf8');
  const rows = [...table.matchAll(/^\| `(carillon_\w+)` *\| (\w+) *\| ([^|]*)\| ([^|]*)\|/gm)];
  const found: Record<string, string[]> = Object.fromEntries(services.map((service) => [service, []]));
  for (const [, name, type, labels = '', whose = ''] of rows) {
    const names = whose.split(',').flatMap((each) => groups[each.trim()] ?? [each.trim()]);
    for (const service of names) found[service]?.push(`${name} ${type} ${labels.trim()}`);
  }
  return found;
}

describe('the metrics of services', () => {
  let system: System;

  beforeAll(async () => {
    system = await System.start(['email-worker', EmailWorkerModule]);
    await system.run('sms-worker', SmsWorkerModule);
    await system.run('bounce-receiver', BounceReceiverModule, { BOUNCE_SMTP_PORT: '0' });
    await system.run('mailbox-poller', MailboxPollerModule, {
      BOUNCE_MAILBOXES: 'imap://returns:secret@127.0.0.1:1/INBOX',
    });
    await system.run('whatsapp-worker', WhatsappWorkerModule);
  }, 120_000);
  afterAll(() => system.close());

  const metricsOf = (service: Service): Metrics => system.part(service, Metrics);
  const valueOf = async (service: Service, series: RegExp): Promise<number> => {
    const { text } = await metricsOf(service).scrape();
    const line = text.split('\n').find((each) => series.test(each));
    return Number(line?.split(' ').at(-1));
  };

  it.each(services)('match docs/metrics.md in name, type, and labels: %s', (service) => {
    const registered = metricsOf(service)
      .describe()
      .map(({ name, type, labels }) => `${name} ${type} ${labels.join(', ')}`);
    expect(registered.sort()).toEqual(documented()[service]?.sort());
  });

  it('follow one convention', () => {
    for (const { name, type, labels } of services.flatMap((service) => metricsOf(service).describe())) {
      expect(name).toMatch(/^carillon_[a-z_]+$/);
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
      if (type === 'histogram') expect(name).toMatch(/_seconds$/);
      expect(labels.length).toBeLessThanOrEqual(3);
      for (const label of labels) expect(label).not.toMatch(/user|campaign|address|host|email|phone/);
    }
  });

  it('count the commands of a request on both sides', async () => {
    await system.read('/account');
    expect(
      await valueOf('gateway', /^carillon_requests_total.*owner="account",result="answered"/),
    ).toBeGreaterThan(0);
    expect(await valueOf('account', /^carillon_messages_handled_total.*result="done"/)).toBeGreaterThan(0);
    expect(await valueOf('account', /^carillon_message_age_seconds_count.*queue="account\./)).toBeGreaterThan(
      0,
    );
  });

  it.each(services)('report that the service is ready: %s', async (service) => {
    expect(await valueOf(service, /^carillon_ready/)).toBe(1);
    expect(await valueOf(service, /^carillon_broker_ready/)).toBe(1);
  });

  it('report that the only dispatcher leads, and the workers with heartbeats', async () => {
    await until('leadership', 20, async () =>
      (await valueOf('dispatcher', /^carillon_leader/)) === 1 ? true : null,
    );
    await until('workers', 20, async () =>
      (await valueOf('dispatcher', /^carillon_workers.*channel="EMAIL"/)) === 1 ? true : null,
    );
  });

  it('report the use of database connections without drift', async () => {
    await Promise.all(Array.from({ length: 30 }, () => system.read('/groups')));
    expect(await valueOf('subscriber', /^carillon_database_connections\{/)).toBeGreaterThan(0);
    expect(await valueOf('subscriber', /^carillon_database_connection_limit/)).toBe(100);
    for (const series of [/^carillon_database_operations_waiting/, /^carillon_database_connections_in_use/])
      await until(String(series), 20, async () => ((await valueOf('subscriber', series)) <= 1 ? true : null));
    for (const series of [/^carillon_database_operations_waiting/, /^carillon_database_connections_in_use/])
      expect(await valueOf('subscriber', series)).toBeGreaterThanOrEqual(0);
  });
});
