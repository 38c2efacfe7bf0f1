import { type Lease, newId } from '@carillon/contracts';
import { Fixture, members } from './fixture';
import { Worker } from './workers';

jest.setTimeout(90_000);

describe('a lease of WhatsApp messages', () => {
  let fixture: Fixture;
  let worker: Worker;

  beforeAll(async () => {
    fixture = await Fixture.open();
    const whatsapp = { senderId: newId(), ratePerSecond: null, maxConnections: null };
    fixture.profile = { ...fixture.profile, routes: { ...fixture.profile.routes, WHATSAPP: whatsapp } };
    fixture.workers.set('whatsapp-worker', { channel: 'WHATSAPP', leases: 8 });
    await fixture.others.hear('deliveries.whatsapp', {
      'whatsapp.batch-released': (hint) => fixture.hints.push(hint),
    });
    await fixture.start();
    worker = new Worker(fixture, 'whatsapp-worker');
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.clear());

  const content = { bodies: { EMAIL: 'Hello', WHATSAPP: 'Hello' } };
  const inServiceWindow = (lease: Lease | null): string[] =>
    lease?.recipients.flatMap((recipient) => (recipient.inServiceWindow ? [recipient.address] : [])) ?? [];

  it('marks the recipients in the service window, also for a repeated request', async () => {
    const people = members(4, '1', 'WHATSAPP');
    const [, second, third, fourth] = people.map(({ address }) => address);
    if (!second || !third || !fourth) throw new Error('expected people');
    const campaignId = await fixture.publish([people], { content });
    const hint = await worker.nextHint(campaignId);
    fixture.inServiceWindow.add(second).add(third).add(fourth);
    fixture.suppressed.add(third);
    const requestId = newId();
    const lease = await worker.take(hint, requestId);
    expect(inServiceWindow(lease)).toEqual([second, fourth]);
    fixture.inServiceWindow.clear();
    expect((await worker.take(hint, requestId))?.recipients).toEqual(lease?.recipients);
    if (lease) await worker.settle(lease);
    await worker.sendAll(campaignId);
    expect(await fixture.report(campaignId)).toMatchObject({ states: { SENT: 3, SKIPPED: 1 } });
  });

  it('marks no recipient outside the service window', async () => {
    const campaignId = await fixture.publish([members(3, '2', 'WHATSAPP')], { content });
    const lease = await worker.takeNext(campaignId);
    expect(lease.recipients.every((recipient) => !('inServiceWindow' in recipient))).toBe(true);
    await worker.settle(lease);
  });
});
