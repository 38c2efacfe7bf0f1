import { type ColumnOptions, type Group, type Payload, type WebhookEvent, newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { WebhookInterests } from '@carillon/webhooks';
import { Importing, nonZero } from './importing';
import { SubscriberService } from './subscriber-service';

let service: SubscriberService;
const taken: Payload<'webhook.take'>[] = [];
beforeAll(async () => {
  service = await SubscriberService.start({
    'webhook.take': (events) => {
      taken.push(events);
      return {};
    },
  });
});
afterAll(() => service.stop());

let userId: string;
let group: Group;
let importing: Importing;
beforeEach(async () => {
  userId = newId();
  group = await service.group(userId);
  importing = new Importing(service, userId, group);
});

const list = async () => {
  const all = { channel: null, reason: null, address: null, after: null, limit: 1000 };
  return (await service.messenger.request('suppression.list', { userId, ...all })).items;
};
const suppressed = async (): Promise<string[]> =>
  (await list()).map(({ channel, address, reason }) => `${channel} ${address} ${reason}`).sort();
const attributes = async () => {
  const query = { userId, address: null, externalId: null, after: null, limit: 1000 };
  return (await service.messenger.request('person.list', query)).items.map((person) => person.attributes);
};
const columns: ColumnOptions[] = [
  { name: 'Email consent', optedOut: { channel: 'EMAIL', values: ['unsubscribed', 'NEVER_SUBSCRIBED'] } },
  { name: 'SMS consent', optedOut: { channel: 'SMS', values: ['no'] } },
];
const file = `email,phone,Email consent,SMS consent,city
ann@mail.test,+4915112345671,SUBSCRIBED,yes,Bonn
bob@mail.test,+4915112345672, Unsubscribed ,yes,Köln
cem@mail.test,+4915112345673,never_subscribed,NO,Bonn
dora@mail.test,,,,Ulm
`;
const optedOut = [
  'EMAIL bob@mail.test UNSUBSCRIBED',
  'EMAIL cem@mail.test UNSUBSCRIBED',
  'SMS +4915112345673 UNSUBSCRIBED',
];

describe('columns with consents', () => {
  it('suppress the addresses of people who opted out, and are not stored', async () => {
    const upload = await importing.upload(file, { columns });
    const done = await importing.finished(upload);
    expect(nonZero(done)).toEqual({ lines: 4, created: 4, suppressed: 2 });
    expect(await suppressed()).toEqual(optedOut);
    expect(await attributes()).toEqual([
      { city: 'Bonn' },
      { city: 'Köln' },
      { city: 'Bonn' },
      { city: 'Ulm' },
    ]);
    const query = { userId, channel: 'EMAIL', address: 'bob@mail.test' } as const;
    const { causes } = await service.messenger.request('suppression.history', query);
    expect(causes).toMatchObject([{ reason: 'UNSUBSCRIBED', source: `import ${upload.id}` }]);
  });

  it('only count in a trial', async () => {
    expect(await importing.run(file, { columns, dryRun: true })).toEqual({
      ...{ state: 'DONE', lines: 4, created: 4, suppressed: 2 },
    });
    expect(await suppressed()).toEqual([]);
  });

  it('change nothing for who opted out before, and lift nothing', async () => {
    await importing.run(file, { columns });
    const before = await list();
    const later = file.replaceAll(/unsubscribed|never_subscribed/gi, 'SUBSCRIBED');
    expect(await importing.run(later, { columns })).toMatchObject({ skipped: 4, suppressed: 2 });
    expect(await importing.run(file, { columns })).toMatchObject({ skipped: 4, suppressed: 2 });
    expect(await list()).toEqual(before);
  });

  it('are read from addresses and from JSON, too', async () => {
    const rows =
      'integration,identifier,Email consent,n\nemail,ann@mail.test,unsubscribed,1\nsms,+4915112345671,,2\n';
    expect(await importing.run(rows, { columns })).toMatchObject({ created: 2, suppressed: 1 });
    const query = { userId, groupId: group.id, channel: null, address: null, after: null, limit: 1000 };
    const members = (await service.messenger.request('subscriber.list', query)).items;
    expect(members.map(({ extraData }) => extraData)).toEqual([{ n: '1' }, { n: '2' }]);
    const line = JSON.stringify({ email: 'bob@mail.test', attributes: { 'Email consent': 'Unsubscribed' } });
    expect(await importing.run(line, { columns, format: 'ndjson' })).toMatchObject({ suppressed: 1 });
    expect(await suppressed()).toEqual([
      'EMAIL ann@mail.test UNSUBSCRIBED',
      'EMAIL bob@mail.test UNSUBSCRIBED',
    ]);
  });

  it('do not read inherited names or partial values', async () => {
    const strange: ColumnOptions[] = [
      { name: 'toString', optedOut: { channel: 'EMAIL', values: ['function toString() { [native code] }'] } },
      { name: 'city', optedOut: { channel: 'EMAIL', values: ['Bon'] } },
    ];
    await importing.run(file, { columns: strange });
    expect(await suppressed()).toEqual([]);
  });

  it('of lines that the plan has no room for suppress nobody', async () => {
    userId = newId();
    service.limits.set(userId, { subscribers: 2 });
    importing = new Importing(service, userId, await service.group(userId));
    const rows =
      'email,Email consent\nann@mail.test,\nbob@mail.test,unsubscribed\ncem@mail.test,unsubscribed\n';
    await importing.run(rows, { columns });
    expect(await suppressed()).toEqual(['EMAIL bob@mail.test UNSUBSCRIBED']);
  });

  it('are reported as suppressions, not as opt-outs from campaigns', async () => {
    const types: WebhookEvent['type'][] = ['suppression.created', 'subscriber.unsubscribed'];
    await service.part(WebhookInterests).note({ userId, rev: 1, types });
    await importing.run(file, { columns });
    const events = () => taken.flatMap((each) => (each.userId === userId ? each.events : []));
    await eventually(() => new Set(events().map(({ id }) => id)).size === 3);
    expect(new Set(events().map(({ type }) => type))).toEqual(new Set(['suppression.created']));
    const query = { userId, since: '2026-01-01T00:00:00.000Z', timeZone: 'UTC' };
    expect(await service.messenger.request('suppression.opt-outs-by-day', query)).toEqual({ days: [] });
  });
});
