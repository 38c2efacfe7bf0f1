import {
  type AuditNote,
  type By,
  type CampaignNotice,
  MAX_COMMENTS,
  type Payload,
  newId,
} from '@carillon/contracts';
import { OtherServices, anErasureStep, eventually } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { Comments } from '../src/comments';
import { PurgeDeleted } from '../src/outbox/purge-deleted';
import { CampaignService } from './campaign-service';

const KEY = newId();

describe('comments on campaigns', () => {
  let service: CampaignService;
  let account: OtherServices;
  const notes: AuditNote[] = [];
  const notices: CampaignNotice[] = [];
  const userId = newId();
  const member = (): By => ({ role: 'user', keyId: newId() });
  const [ada, grace, joan] = [member(), member(), member()];

  beforeAll(async () => {
    service = await CampaignService.start({
      'api-key.get': ({ id }) => {
        const limits = { scopes: [], expiresAt: null, lastUsedAt: null };
        return {
          id,
          userId,
          name: 'CI',
          prefix: 'car_live_aBcD',
          createdAt: new Date().toISOString(),
          ...limits,
        };
      },
    });
    account = await OtherServices.on(service.broker);
    await account.hear('account.events', {
      'audit.noted': (note: AuditNote) => notes.push(note),
      'campaign.noticed': (notice: CampaignNotice) => notices.push(notice),
    });
  });
  afterAll(async () => {
    await account.close();
    await service.stop();
  });

  const aCampaignBy = async (by: By): Promise<string> => (await service.createDraft({ userId, by })).id;
  const write = (campaignId: string, by: By, changes: Partial<Payload<'comment.create'>> = {}) =>
    service.messenger.request('comment.create', {
      ...{ userId, campaignId, id: newId(), text: 'Fine.' },
      actor: { by, memberName: by.keyId === KEY ? null : 'Ada' },
      ...changes,
    });
  const list = async (campaignId: string, query: Partial<Payload<'comment.list'>> = {}) =>
    service.messenger.request('comment.list', { userId, campaignId, after: null, limit: 100, ...query });
  const remove = (campaignId: string, id: string, by: By, ofAnyone = false) =>
    service.messenger.request('comment.delete', { userId, campaignId, id, by, ofAnyone });
  const textsOf = async (campaignId: string) => (await list(campaignId)).items.map(({ text }) => text);
  const stored = (id: string) => service.db.collection('comments').findOne({ _id: new ObjectId(id) });
  const aboutCampaign = <T>(all: readonly T[], idOf: (each: T) => string, id: string) =>
    all.filter((each) => idOf(each) === id);
  const notesOf = (id: string) => aboutCampaign(notes, ({ target }) => target.id, id);
  const noticesOf = (id: string) => aboutCampaign(notices, ({ campaignId }) => campaignId, id);

  it('are listed oldest or newest first, page by page, with the name of the member or the key', async () => {
    const id = await aCampaignBy(ada);
    const written = [
      await write(id, ada),
      await write(id, { role: 'user', keyId: KEY }),
      await write(id, grace),
    ];
    const { items } = await list(id);
    expect(items).toEqual(written);
    expect(items.map(({ author }) => author)).toEqual([
      { memberId: ada.keyId, keyId: null, name: 'Ada' },
      { memberId: null, keyId: KEY, name: 'CI' },
      { memberId: grace.keyId, keyId: null, name: 'Ada' },
    ]);
    const first = await list(id, { newestFirst: true, limit: 2 });
    const rest = await list(id, { newestFirst: true, limit: 2, after: first.next });
    expect([...first.items, ...rest.items]).toEqual(written.toReversed());
  });

  it('keep any text as it is', async () => {
    const id = await aCampaignBy(ada);
    const text = '<script>alert(1)</script> {{name}} $where \u202E <b>';
    await write(id, ada, { text });
    expect(await textsOf(id)).toEqual([text]);
  });

  it('exist once if the command is delivered again', async () => {
    const id = await aCampaignBy(ada);
    const comment = { id: newId() };
    expect(await write(id, grace, comment)).toEqual(await write(id, grace, comment));
    await eventually(() => noticesOf(id).length === 1);
    expect(await textsOf(id)).toHaveLength(1);
  });

  it("can't be read, written, or deleted in the campaign of another account, or in another campaign", async () => {
    const [id, other] = [await aCampaignBy(ada), await aCampaignBy(ada)];
    const comment = await write(id, ada);
    const missing = { code: 'campaign_not_found' };
    const stranger = newId();
    await expect(list(id, { userId: stranger })).rejects.toMatchObject(missing);
    const query = { userId, campaignId: id, id: comment.id };
    const read = (changes: object) => service.messenger.request('comment.get', { ...query, ...changes });
    expect(await read({})).toEqual(comment);
    await expect(read({ userId: stranger })).rejects.toMatchObject(missing);
    await expect(read({ campaignId: other })).rejects.toMatchObject({ code: 'comment_not_found' });
    await expect(write(id, ada, { userId: stranger })).rejects.toMatchObject(missing);
    const foreign = { userId: stranger, campaignId: id, id: comment.id, by: ada, ofAnyone: true };
    await expect(service.messenger.request('comment.delete', foreign)).rejects.toMatchObject(missing);
    await expect(remove(other, comment.id, ada, true)).rejects.toMatchObject({ code: 'comment_not_found' });
    expect(await textsOf(id)).toHaveLength(1);
  });

  it('are deleted by their author, and by others only with the permission, without a trace of the text', async () => {
    const id = await aCampaignBy(ada);
    const [first, second] = [await write(id, grace), await write(id, grace)];
    await expect(remove(id, first.id, joan)).rejects.toMatchObject({ code: 'insufficient_scope' });
    expect(await remove(id, first.id, grace)).toEqual({ ids: [first.id] });
    expect(await remove(id, second.id, joan, true)).toEqual({ ids: [second.id] });
    await expect(remove(id, first.id, grace)).rejects.toMatchObject({ code: 'comment_not_found' });
    expect(await textsOf(id)).toEqual([]);
    const document = await stored(first.id);
    for (const field of ['text', 'author', 'notices']) expect(document).not.toHaveProperty(field);
    // A late repeat of the creation doesn't restore it.
    await expect(write(id, grace, { id: first.id })).rejects.toMatchObject({ code: 'comment_not_found' });
  });

  it('are in the audit trail without their text', async () => {
    const id = await aCampaignBy(ada);
    const comment = await write(id, grace, { text: 'Secret plans' });
    await remove(id, comment.id, joan, true);
    await eventually(() => notesOf(id).length === 2);
    expect(notesOf(id)).toMatchObject([
      {
        ...{ action: 'campaign.commented', by: grace, target: { type: 'campaign', id } },
        changes: [{ field: 'comment', before: null, after: comment.id }],
      },
      {
        ...{ action: 'campaign.comment_deleted', by: joan },
        changes: [{ field: 'comment', before: comment.id, after: null }],
      },
    ]);
    expect(JSON.stringify(notesOf(id))).not.toContain('Secret');
  });

  it('never exceed the limit, even if many are written at the same time', async () => {
    const id = await aCampaignBy(ada);
    const few = 12;
    const earlier = Array.from({ length: MAX_COMMENTS - few }, (_, slot) => ({
      ...{ _id: new ObjectId(), userId: new ObjectId(userId), campaignId: new ObjectId(id), slot },
      author: { memberId: ada.keyId, keyId: null, name: 'Ada' },
      ...{ text: 'Fine.', createdAt: new Date() },
    }));
    await service.db.collection('comments').insertMany(earlier);
    const results = await Promise.allSettled(Array.from({ length: few * 2 }, () => write(id, grace)));
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(few);
    for (const each of refused) expect(each).toMatchObject({ reason: { code: 'limit_reached' } });
    // Deleting one makes room for another.
    await remove(id, earlier[0]?._id.toHexString() ?? '', ada);
    await write(id, grace);
    await expect(write(id, grace)).rejects.toMatchObject({ code: 'limit_reached' });
  });

  it('notify the other participants: who created the campaign, commented, asked for approval, and decided', async () => {
    service.roles.set(joan.keyId, 'approver');
    const { id } = await service.create({ userId, by: ada, name: 'Spring sale' });
    const text = `${'Ä'.repeat(300)} end`;
    await write(id, grace, { text });
    await write(id, ada);
    const requestId = newId();
    const decision = { id, userId, requestId, note: null, actor: { by: grace, memberName: 'Grace' } };
    const asked = await service.messenger.request('campaign.request-approval', { ...decision, start: null });
    await service.messenger.request('campaign.reject', {
      ...{ ...decision, requestId: newId(), approvalId: asked.approval?.id ?? '' },
      actor: { by: joan, memberName: 'Joan' },
    });
    const last = await write(id, ada);
    const commented = () => noticesOf(id).filter(({ kind }) => kind === 'campaign.commented');
    await eventually(() => commented().length === 3);
    const [first, second, third] = commented();
    expect(first).toMatchObject({ campaignName: 'Spring sale', by: grace, participants: [ada.keyId] });
    expect(first?.quote).toBe(`${'Ä'.repeat(280)}…`);
    expect(second).toMatchObject({ by: ada, participants: [grace.keyId] });
    expect(third?.id).toBe(last.id);
    expect(new Set(third?.participants)).toEqual(new Set([grace.keyId, joan.keyId]));
  });

  it('notify nobody if nobody else takes part', async () => {
    const id = await aCampaignBy(ada);
    const { id: commentId } = await write(id, ada);
    expect(await stored(commentId)).not.toHaveProperty('notices');
  });

  it('are removed with their campaign, after their audit entries are published', async () => {
    const [id, other] = [await aCampaignBy(ada), await aCampaignBy(ada)];
    const comment = await write(id, grace);
    await write(other, grace);
    await service.messenger.request('campaign.delete', { by: ada, userId, ids: [id] });
    await expect(list(id)).rejects.toMatchObject({ code: 'campaign_not_found' });
    await expect(write(id, grace)).rejects.toMatchObject({ code: 'campaign_not_found' });
    // The audit entry of a comment isn't published yet.
    await service.db
      .collection('comments')
      .updateOne({ _id: new ObjectId(comment.id) }, { $set: { notes: [{}] as never } });
    expect(await service.part(Comments).removeOf([new ObjectId(id)])).toEqual([]);
    await service.db
      .collection('comments')
      .updateOne({ _id: new ObjectId(comment.id) }, { $unset: { notes: '' } });
    await eventually(async () => {
      await service.part(PurgeDeleted).purge(new Date(Date.now() + 60_000));
      return (await stored(comment.id)) === null;
    });
    expect(await textsOf(other)).toHaveLength(1);
  });

  it('are erased with their account', async () => {
    const erased = newId();
    const { id } = await service.createDraft({ userId: erased, by: ada });
    const comment = await write(id, grace, { userId: erased });
    const kept = await write(await aCampaignBy(ada), grace);
    const step = { ...anErasureStep(), userId: erased, address: null };
    await eventually(async () => {
      await service.messenger.request('erasure.step-in-campaign', step);
      return (await stored(comment.id)) === null;
    });
    expect(await stored(kept.id)).not.toBeNull();
  });
});

it('a campaign of release 0.3.0 has no known creator, and can be commented on', async () => {
  const service = await CampaignService.start();
  const { id, userId } = await service.create({ by: { role: 'user', keyId: newId() } });
  await service.documents.updateOne({ _id: new ObjectId(id) }, { $unset: { createdBy: '' } });
  const actor = { by: { role: 'user' as const, keyId: newId() }, memberName: 'Ada' };
  const written = { userId, campaignId: id, id: newId(), text: 'Fine.', actor };
  expect(await service.messenger.request('comment.create', written)).toMatchObject({ text: 'Fine.' });
  await service.stop();
});
