import {
  type AudienceMember,
  type FrozenAudience,
  type Lease,
  type Outcome,
  newId,
} from '@carillon/contracts';
import { anErasureStep } from '@carillon/testing';
import { Completions } from '../src/dispatch';
import { Fixture, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(90_000);

const first = { order: ['EMAIL', 'SMS'], fallbackHours: 4 } as const;
const audience: FrozenAudience = {
  segments: [],
  excludeGroups: [],
  excludeSegments: [],
  topicId: null,
  first: { ...first, order: [...first.order] },
};
const content = { bodies: { EMAIL: '<p>Hello</p>', SMS: 'Hello' } };

describe('a campaign on the first channel of each person', () => {
  let fixture: Fixture;
  let worker: Worker;
  let smsWorker: Worker;
  let completions: Completions;

  beforeAll(async () => {
    fixture = await Fixture.open();
    const sms = { senderId: 'sms', ratePerSecond: null, maxConnections: null };
    fixture.profile = { ...fixture.profile, routes: { ...fixture.profile.routes, SMS: sms } };
    completions = (await fixture.start()).get(Completions, { strict: false });
    worker = new Worker(fixture);
    smsWorker = new Worker(fixture, 'sms-worker');
  });
  afterAll(() => fixture.close());
  beforeEach(() => {
    fixture.clear();
    fixture.furtherChannels.clear();
  });

  let lastNumber = 0;
  /** People with an email address, and a phone number as the further channel. */
  function people(count: number): AudienceMember[] {
    return members(count, newId()).map((member) => {
      const number = (lastNumber += 1);
      const [phone] = members(1, String(number), 'SMS');
      fixture.furtherChannels.set(number, phone ? [member, phone] : []);
      return { ...member, personNumbers: [number] };
    });
  }
  const phoneOf = ({ personNumbers }: AudienceMember): string =>
    fixture.furtherChannels.get(personNumbers?.[0] ?? 0)?.[1]?.address ?? '';

  const refused = (i: number): Outcome => ({
    i,
    kind: 'failed',
    permanent: true,
    reason: 'NO_SUCH_ADDRESS',
    providerCode: '550 5.1.1',
    providerId: null,
    segments: null,
    retryAfterMs: null,
  });
  const positionsOf = ({ recipients }: Lease, among: readonly AudienceMember[]): number[] => {
    const addresses = new Set(among.map(({ address }) => address));
    return recipients.flatMap(({ i, address }) => (addresses.has(address) ? i : []));
  };
  /** Leases the emails, and refuses those to some people. */
  async function refuse(campaignId: string, among: readonly AudienceMember[]): Promise<void> {
    const lease = await worker.takeNext(campaignId);
    await worker.settle(lease, { outcomes: positionsOf(lease, among).map(refused) });
  }
  const endWindow = async (campaignId: string): Promise<void> => {
    await fixture.endFallbacks(campaignId);
    completions.check(campaignId);
    await until('the campaign to complete', () => fixture.isComplete(campaignId));
  };

  it('asks for people with the usable channels, and plans each person once', async () => {
    const [reached] = people(1);
    if (!reached) throw new Error('nobody');
    const merged = {
      ...people(1)[0],
      personNumbers: [900, ...(reached.personNumbers ?? [])],
    } as AudienceMember;
    const campaignId = await fixture.publish([[reached], [merged]], { audience, content });
    await until('the email', async () => {
      await worker.sendOffered(campaignId);
      return (await fixture.report(campaignId)).states.SENT > 0;
    });
    expect(fixture.selections[0]).toMatchObject({ first: { order: ['EMAIL', 'SMS'] } });
    await endWindow(campaignId);
    expect(await fixture.report(campaignId)).toMatchObject({ total: 1, states: { SENT: 1 } });
  });

  it('sends on the next channel to those whose message failed permanently, once', async () => {
    const all = people(40);
    const failing = all.slice(0, 7);
    const campaignId = await fixture.publish([all], { audience, content });
    await refuse(campaignId, failing);
    const texted = await until('the texts', async () => {
      await smsWorker.sendOffered(campaignId);
      return smsWorker.sent.length >= 7 ? [...smsWorker.sent] : null;
    });
    expect(texted.sort()).toEqual(failing.map(phoneOf).sort());
    await endWindow(campaignId);
    expect(await fixture.report(campaignId)).toMatchObject({
      total: 47,
      states: { SENT: 40, FAILED: 7 },
      channels: { EMAIL: { states: { SENT: 33, FAILED: 7 } }, SMS: { states: { SENT: 7 } } },
    });
    const { items } = await fixture.deliveries(campaignId, { state: 'FAILED' });
    const { items: texts } = await fixture.deliveries(campaignId, { channel: 'SMS' });
    expect(items.map(({ fallbackId }) => fallbackId).sort()).toEqual(texts.map(({ id }) => id).sort());
  });

  it('sends nothing more to a person who was merged with one who got the message', async () => {
    const all = people(2);
    const [reached, failing] = all.map(({ personNumbers }) => personNumbers?.[0] ?? 0);
    if (reached === undefined || failing === undefined) throw new Error('nobody');
    fixture.mergedNumbers.set(failing, [reached, failing]);
    const campaignId = await fixture.publish([all], { audience, content });
    await refuse(campaignId, all.slice(1));
    await until('the lookup', async () => {
      const looked = { 'exceptions.fallback': 'NONE' };
      return (await fixture.stored('batches').countDocuments(looked)) === 1;
    });
    await endWindow(campaignId);
    expect(await fixture.report(campaignId)).toMatchObject({ total: 2, states: { SENT: 1, FAILED: 1 } });
  });

  it('waits for late failures, and says so', async () => {
    const all = people(3);
    const campaignId = await fixture.publish([all], { audience, content });
    await worker.sendOffered(campaignId);
    await until('the last email', async () => {
      await worker.sendOffered(campaignId);
      return (await fixture.report(campaignId)).states.SENT === 3;
    });
    expect(fixture.isComplete(campaignId)).toBe(false);
    const { waiting } = await fixture.report(campaignId);
    expect(waiting).toMatchObject([{ channel: 'EMAIL', reason: 'FALLBACK_POSSIBLE' }]);
    await endWindow(campaignId);
    expect(await fixture.report(campaignId)).toMatchObject({ total: 3, waiting: [] });
  });

  it('sends nothing more to a person without a further channel', async () => {
    const all = people(2);
    for (const { personNumbers } of all) fixture.furtherChannels.delete(personNumbers?.[0] ?? 0);
    const campaignId = await fixture.publish([all], { audience, content });
    await refuse(campaignId, all);
    await until('the campaign to complete', () => fixture.isComplete(campaignId));
    expect(await fixture.report(campaignId)).toMatchObject({ total: 2, states: { FAILED: 2 } });
  });

  it('has no fallback without a time for it', async () => {
    const all = people(2);
    const never = { ...audience, first: { order: [...first.order], fallbackHours: null } };
    const campaignId = await fixture.publish([all], { audience: never, content });
    await refuse(campaignId, all);
    await until('the campaign to complete', () => fixture.isComplete(campaignId));
    expect(await fixture.report(campaignId)).toMatchObject({ total: 2, states: { FAILED: 2 } });
  });

  it('sends nothing on the next channel of a canceled campaign', async () => {
    const all = people(4);
    const campaignId = await fixture.publish([all], { audience, content });
    await fixture.publishEvent('paused', campaignId, 3);
    await fixture.dispatchIs(campaignId, { state: 'PAUSED' });
    await fixture.publishEvent('resumed', campaignId, 4);
    const lease = await worker.takeNext(campaignId);
    await fixture.publishEvent('cancelled', campaignId, 5);
    await fixture.dispatchIs(campaignId, { state: 'CANCELLED' });
    await worker.settle(lease, { outcomes: positionsOf(lease, all).map(refused) });
    await until('no fallback to be due', async () => {
      const due = await fixture.stored('batches').countDocuments({ fallbackDue: true });
      return due === 0 && (await fixture.report(campaignId)).states.FAILED > 0;
    });
    const { channels } = await fixture.report(campaignId);
    expect(channels.SMS.total).toBe(0);
  });

  it('sends nothing on the next channel to a person who was erased', async () => {
    const all = people(3);
    const [erased] = all;
    if (!erased) throw new Error('nobody');
    const campaignId = await fixture.publish([all], { audience, content });
    const lease = await worker.takeNext(campaignId);
    await fixture.publishEvent('paused', campaignId, 3);
    await fixture.dispatchIs(campaignId, { state: 'PAUSED' });
    await worker.settle(lease, { outcomes: positionsOf(lease, all).map(refused) });
    await until('the failures', async () => (await fixture.report(campaignId)).states.FAILED === 3);
    const step = { ...anErasureStep(), erasureId: newId(), userId: fixture.userId, address: erased.address };
    const { state } = await fixture.others.messenger.request('erasure.step-in-dispatcher', step);
    expect(state).toBe('done');
    await fixture.publishEvent('resumed', campaignId, 4);
    const texted = await until('the texts', async () => {
      await smsWorker.sendOffered(campaignId);
      return (await fixture.report(campaignId)).channels.SMS.states.SENT === 2
        ? smsWorker.sent.slice(-2)
        : null;
    });
    expect(texted.sort()).toEqual(all.slice(1).map(phoneOf).sort());
    await endWindow(campaignId);
    expect(await fixture.report(campaignId)).toMatchObject({ total: 5, states: { SENT: 2, FAILED: 3 } });
  });
});
