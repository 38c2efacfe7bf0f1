import { newId } from '@carillon/contracts';
import { someone, eventually } from '@carillon/testing';
import { newDocument } from '../src/campaigns/campaign-document';
import { EditCampaigns } from '../src/campaigns/edit-campaigns';

import { Campaigns } from '../src/campaigns/campaigns';
import { CampaignRelay } from '../src/outbox/campaign-relay';
import { PurgeDeleted } from '../src/outbox/purge-deleted';
import { aCampaign } from './samples/a-campaign';
import { CampaignService } from './campaign-service';

describe('deleting campaigns', () => {
  let service: CampaignService;
  let userId: string;

  beforeAll(async () => {
    service = await CampaignService.start();
  });
  beforeEach(() => {
    userId = newId();
  });
  afterAll(() => service.stop());

  const remove = (...ids: string[]) =>
    service.messenger.request('campaign.delete', { by: someone, userId, ids });
  /** Resolves when everything except the ID is removed, some time after the deletion. */
  const gone = async (id: string) => {
    await eventually(async () => {
      await service.part(PurgeDeleted).purge(new Date(Date.now() + 1_000));
      return Object.keys((await service.find(id)) ?? {}).join() === '_id,purgedAt';
    });
  };

  it("returns the IDs of the user's campaigns in the requested order, also for a repeat", async () => {
    const [a, b] = [await service.create({ userId }), await service.create({ userId })];
    const foreign = await service.create();
    const ids = [b.id, newId(), a.id, foreign.id, b.id, 'nonsense', a.id.toUpperCase()];
    expect(await remove(...ids)).toEqual({ ids: [b.id, a.id] });
    expect(await remove(...ids)).toEqual({ ids: [] });
    expect(await service.find(foreign.id)).not.toBeNull();
  });

  it('deletes nothing if only drafts may be deleted and one of the campaigns was published', async () => {
    const [draft, published] = [await service.create({ userId }), await service.create({ userId })];
    await service.publish(published.id, userId);
    const removeDrafts = (...ids: string[]) =>
      service.messenger.request('campaign.delete', { by: someone, userId, ids, draftsOnly: true });
    await expect(removeDrafts(draft.id, published.id)).rejects.toMatchObject({ code: 'insufficient_scope' });
    expect(await removeDrafts(draft.id, newId())).toEqual({ ids: [draft.id] });
    expect(await remove(published.id)).toEqual({ ids: [published.id] });
    expect(await removeDrafts(published.id)).toEqual({ ids: [] });
  });

  it('hides them immediately', async () => {
    const { id } = await service.create({ userId });
    await remove(id);
    await expect(service.messenger.request('campaign.get', { userId, id })).rejects.toMatchObject({
      code: 'campaign_not_found',
    });
    const page = await service.messenger.request('campaign.list', { userId, after: null, limit: 10 });
    expect(page.items).toEqual([]);
  });

  it('removes a draft without an event', async () => {
    const { id } = await service.create({ userId });
    await remove(id);
    await gone(id);
    expect(service.announced.filter(({ payload }) => payload.campaignId === id)).toEqual([]);
  });

  it('stops a running campaign, in order, and then removes it', async () => {
    const { id, groups } = await service.create({ userId });
    await service.publish(id, userId);
    await service.announcements(id);
    await remove(id);
    expect((await service.announcements(id, 2))[1]).toEqual({
      event: 'campaign.deleted',
      payload: { campaignId: id, userId, rev: 3 },
    });
    await gone(id);
    const target = { userId, groupId: groups[0] ?? '' };
    expect(await service.messenger.request('campaign.targets-group', target)).toEqual({ inUse: false });
  });

  it('prevents a late repeat of the creation from restoring it, and keeps its ID for two days', async () => {
    const start = { requestId: newId(), scheduledAt: null, maxLateness: null };
    const command = aCampaign({ userId, start });
    await service.create(command);
    await remove(command.id);
    await gone(command.id);
    await expect(service.create(command)).rejects.toMatchObject({ code: 'campaign_not_found' });
    expect(await service.part(Campaigns).count(userId)).toBe(0);
    expect(await service.part(Campaigns).ofUser(userId, 10)).toEqual({ visible: [], isEmpty: true });
    expect(await service.documents.indexes()).toContainEqual(
      expect.objectContaining({ key: { purgedAt: 1 }, expireAfterSeconds: 172_800 }),
    );
  });

  it('deletes a thousand campaigns at once', async () => {
    const drafts = Array.from({ length: 1_000 }, () => newDocument(aCampaign({ userId }), new Date()));
    await service.documents.insertMany(drafts);
    const ids = drafts.map(({ _id }) => _id.toHexString());
    expect(await remove(...ids)).toEqual({ ids });
  });

  it('gives a redelivery the same reply, and a second request an empty reply', async () => {
    const { id } = await service.create({ userId });
    const command = { userId, ids: [id] };
    const message = newId();
    const editCampaigns = service.part(EditCampaigns);
    expect(await editCampaigns.delete({ ...command, by: someone }, message)).toEqual({ ids: [id] });
    await service.part(CampaignRelay).round();
    expect(await editCampaigns.delete({ ...command, by: someone }, message)).toEqual({ ids: [id] });
    expect(await editCampaigns.delete({ ...command, by: someone }, newId())).toEqual({ ids: [] });
  });

  it('returns an ID to only one of two concurrent requests', async () => {
    const { id } = await service.create({ userId });
    const answers = await Promise.all([remove(id), remove(id), remove(id)]);
    expect(answers.flatMap((answer) => answer.ids)).toEqual([id]);
  });
});
