import { type By, type CampaignNotice, newId } from '@carillon/contracts';
import { OtherServices, eventually } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { CampaignOutbox, Campaigns } from '../src/campaigns';
import { CampaignService } from './campaign-service';
import { ahead } from './times';

const FINISHED_AT = '2026-03-01T12:00:00.000Z';

describe('what members are notified about', () => {
  let service: CampaignService;
  let account: OtherServices;
  const userId = newId();
  const noticed: CampaignNotice[] = [];
  const member = (): By => ({ role: 'user', keyId: newId() });

  beforeAll(async () => {
    service = await CampaignService.start();
    account = await OtherServices.on(service.broker);
    await account.hear('account.events', {
      'campaign.noticed': (notice: CampaignNotice) => noticed.push(notice),
    });
  });
  afterAll(async () => {
    await account.close();
    await service.stop();
  });

  const about = (id: string) => noticed.filter(({ campaignId }) => campaignId === id);
  async function notices(id: string, count: number): Promise<CampaignNotice[]> {
    await eventually(() => about(id).length >= count);
    return about(id);
  }
  async function published(): Promise<string> {
    const { id } = await service.create({ userId, name: 'Spring sale' });
    await service.publish(id, userId);
    return id;
  }
  const complete = (campaignId: string, run = 1, counts = { delivered: 4_812, failed: 37 }) =>
    service.messenger.publish('campaign.completed', { campaignId, run, finishedAt: FINISHED_AT, counts });

  it('includes the end of each run, once, with its counts', async () => {
    const id = await published();
    await complete(id);
    await complete(id);
    await service.reaches(id, 'SENT');
    expect(await notices(id, 1)).toEqual([
      {
        ...{ id: expect.any(String) as string, userId, campaignId: id, campaignName: 'Spring sale' },
        ...{ kind: 'campaign.completed', at: FINISHED_AT, counts: { delivered: 4_812, failed: 37 } },
      },
    ]);
  });

  it('includes the end of a run of a dispatcher of release 0.3.0, which sends no counts', async () => {
    const id = await published();
    await service.messenger.publish('campaign.completed', {
      ...{ campaignId: id, run: 1, finishedAt: FINISHED_AT },
    });
    expect((await notices(id, 1))[0]).not.toHaveProperty('counts');
  });

  it('includes a pause by a person, and one by Carillon with its reason', async () => {
    const id = await published();
    const by = member();
    const step = { id, userId, by };
    await service.messenger.request('campaign.pause', { ...step, requestId: newId() });
    await service.messenger.request('campaign.resume', { ...step, requestId: newId() });
    const tooMany = { campaignId: id, run: 1, reason: 'BOUNCE_RATE' as const };
    await service.messenger.publish('campaign.returned-too-often', tooMany);
    await service.messenger.publish('campaign.returned-too-often', tooMany);
    await service.reaches(id, 'PAUSED');
    // The pause already says so.
    await service.messenger.publish('campaign.bounced-often', { campaignId: id, run: 1, rate: 0.07 });
    const [person, automatic, ...others] = await notices(id, 2);
    expect(person).toMatchObject({ kind: 'campaign.paused', by });
    expect(automatic).toMatchObject({ kind: 'campaign.paused', reason: 'BOUNCE_RATE' });
    expect(automatic).not.toHaveProperty('by');
    expect(others).toEqual([]);
  });

  it('includes a high bounce rate once for each run', async () => {
    const id = await published();
    const bounced = (run: number, rate: number) =>
      service.messenger.publish('campaign.bounced-often', { campaignId: id, run, rate });
    await bounced(1, 0.06);
    expect(await notices(id, 1)).toMatchObject([{ kind: 'campaign.bounced', rate: 0.06 }]);
    await bounced(1, 0.08);
    await bounced(2, 0.08);
    await complete(id);
    expect((await notices(id, 2)).map(({ kind }) => kind)).toEqual([
      'campaign.bounced',
      'campaign.completed',
    ]);
  });

  it('includes campaigns that Carillon cancels, but not those that a person cancels', async () => {
    const { id: late } = await service.create({ userId });
    await service.schedule(late, userId, { scheduledAt: ahead(60_000) });
    const long = { scheduledAt: new Date(0), dueAt: new Date(0) };
    await service.documents.updateOne({ _id: new ObjectId(late) }, { $set: long });
    const paused = await published();
    const step = { id: paused, userId, by: member() };
    await service.messenger.request('campaign.pause', { ...step, requestId: newId() });
    // Earlier tests left paused campaigns.
    const canceled = new Set<string | null>();
    while (!canceled.has(null)) canceled.add(await service.part(Campaigns).cancelPaused(-1));
    expect(canceled).toContain(paused);
    const cancelled = await published();
    await service.messenger.request('campaign.cancel', { ...step, id: cancelled, requestId: newId() });
    expect(await notices(late, 1)).toMatchObject([{ kind: 'campaign.cancelled', reason: 'TOO_LATE' }]);
    expect((await notices(paused, 2))[1]).toMatchObject({
      ...{ kind: 'campaign.cancelled', reason: 'PAUSED_TOO_LONG' },
    });
    expect(about(cancelled)).toEqual([]);
  });

  it('survives a crash between the publication and its removal, with the same ID', async () => {
    const id = await published();
    const outbox = service.part(CampaignOutbox);
    const clear = outbox.clearNotices.bind(outbox);
    let hasCrashed = false;
    const removing = jest.spyOn(outbox, 'clearNotices').mockImplementation((_id, published) => {
      if (hasCrashed || _id.toHexString() !== id) return clear(_id, published);
      hasCrashed = true;
      return Promise.reject(new Error('crashed'));
    });
    await complete(id);
    const [first, second] = await notices(id, 2);
    expect(second).toEqual(first);
    await eventually(async () => {
      const found = await service.documents.findOne({ _id: new ObjectId(id) });
      return found?.notices?.length === 0;
    });
    removing.mockRestore();
  });

  it('includes requests for approval and decisions, with who asked', async () => {
    const [ada, grace] = [member(), member()];
    service.roles.set(ada.keyId, 'sender').set(grace.keyId, 'approver');
    const ask = async () => {
      const { id } = await service.create({ userId });
      const command = { id, userId, requestId: newId(), note: null };
      const actor = { by: ada, memberName: 'Ada' };
      const asked = await service.messenger.request('campaign.request-approval', {
        ...{ ...command, actor, start: null },
      });
      const decision = { ...command, requestId: newId(), approvalId: asked.approval?.id ?? '' };
      return { ...decision, actor: { by: grace, memberName: 'Grace' } };
    };
    const [approved, rejected] = [await ask(), await ask()];
    await service.messenger.request('campaign.approve', approved);
    await service.messenger.request('campaign.reject', rejected);
    expect(await notices(approved.id, 2)).toMatchObject([
      { kind: 'campaign.approval_requested', by: ada },
      { kind: 'campaign.approved', by: grace, requestedBy: ada },
    ]);
    expect((await notices(rejected.id, 2))[1]).toMatchObject({
      ...{ kind: 'campaign.rejected', by: grace, requestedBy: ada },
    });
  });
});
