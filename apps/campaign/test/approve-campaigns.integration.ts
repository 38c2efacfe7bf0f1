import {
  type ApprovalActor,
  type AppError,
  type AuditNote,
  type Campaign,
  type ErrorCode,
  type MemberRole,
  type Payload,
  newId,
} from '@carillon/contracts';
import { OtherServices, eventually } from '@carillon/testing';
import { CampaignService } from './campaign-service';
import type { DraftChanges } from './samples/a-campaign';
import { ahead } from './times';

const HOUR_MS = 3_600_000;
const code = (wanted: ErrorCode): unknown => expect.objectContaining({ code: wanted });

describe('two-person approval', () => {
  let service: CampaignService;
  let account: OtherServices;
  let ada: ApprovalActor;
  let grace: ApprovalActor;
  const noted: AuditNote[] = [];
  const userId = newId();

  beforeAll(async () => {
    service = await CampaignService.start();
    account = await OtherServices.on(service.broker);
    await account.hear('account.events', {
      'audit.noted': (note: Payload<'audit.noted'>) => noted.push(note),
    });
  });
  beforeEach(() => {
    service.clear();
    service.isApprovalRequired = true;
    ada = member('Ada', 'sender');
    grace = member('Grace', 'approver');
  });
  afterAll(async () => {
    await account.close();
    await service.stop();
  });

  function member(memberName: string, role: MemberRole): ApprovalActor {
    const keyId = newId();
    service.roles.set(keyId, role);
    return { by: { role: 'user', keyId }, memberName };
  }
  const now = { scheduledAt: null, maxLateness: null };
  const ask = (id: string, changes: Partial<Payload<'campaign.request-approval'>> = {}) =>
    service.messenger.request('campaign.request-approval', {
      ...{ userId, id, requestId: newId(), actor: ada, note: null, start: null },
      ...changes,
    });
  const draft = (changes: DraftChanges = {}) => service.create({ userId, ...changes });
  const asked = async (changes: Partial<Payload<'campaign.request-approval'>> = {}) =>
    ask((await draft()).id, changes);
  const decision = ({ id, approval }: Campaign, actor: ApprovalActor) => ({
    ...{ userId, id, requestId: newId(), actor, note: null, approvalId: approval?.id ?? '' },
  });
  const approve = (campaign: Campaign, actor = grace) =>
    service.messenger.request('campaign.approve', decision(campaign, actor));
  const reject = (campaign: Campaign, actor = grace) =>
    service.messenger.request('campaign.reject', decision(campaign, actor));
  const withdraw = (campaign: Campaign, actor = ada) =>
    service.messenger.request('campaign.withdraw-approval', decision(campaign, actor));
  const edit = (id: string, name = 'Summer', actor = ada) =>
    service.messenger.request('campaign.update', { userId, id, name, content: {}, actor });
  const publish = (id: string) => service.publish(id, userId);
  const get = (id: string) => service.get(id, userId);
  const actions = (id: string) =>
    noted.filter(({ target }) => target.id === id).map(({ action, by }) => [action, by?.keyId]);

  describe('of campaigns of the account', () => {
    it('prevents publishing, scheduling, and creating a started campaign', async () => {
      const { id } = await draft();
      await expect(publish(id)).rejects.toEqual(code('approval_required'));
      await expect(service.schedule(id, userId, { scheduledAt: ahead(HOUR_MS) })).rejects.toEqual(
        code('approval_required'),
      );
      const start = { requestId: newId(), ...now };
      const started = newId();
      await expect(draft({ id: started, start })).rejects.toEqual(code('approval_required'));
      expect(await service.find(started)).toBeNull();
      expect(await get(id)).toMatchObject({ status: 'DRAFT' });
    });

    it('changes nothing while it is off', async () => {
      service.isApprovalRequired = false;
      const { id } = await draft();
      expect(await publish(id)).toMatchObject({ status: 'SENDING' });
      expect(await service.find(id)).not.toHaveProperty('approval');
    });

    it('lets an approved campaign be published, and scheduled again at another time', async () => {
      const campaign = await asked();
      expect(await approve(campaign)).toMatchObject({ status: 'DRAFT', approval: { state: 'APPROVED' } });
      const scheduled = await service.schedule(campaign.id, userId, { scheduledAt: ahead(HOUR_MS) });
      expect(scheduled.status).toBe('SCHEDULED');
      const step = { userId, id: campaign.id, requestId: newId(), by: ada.by };
      await service.messenger.request('campaign.reschedule', {
        ...{ ...step, scheduledAt: ahead(2 * HOUR_MS), maxLateness: null },
      });
      await service.messenger.request('campaign.unschedule', { ...step, requestId: newId() });
      expect(await get(campaign.id)).toMatchObject({ status: 'DRAFT', approval: { state: 'APPROVED' } });
      expect(await publish(campaign.id)).toMatchObject({ status: 'SENDING' });
    });

    it('is switched off and on without losing a request', async () => {
      const [campaign, other] = [await asked(), await asked()];
      service.isApprovalRequired = false;
      expect(await publish(other.id)).toMatchObject({ status: 'SENDING' });
      expect(await get(other.id)).toMatchObject({ approval: { state: 'WITHDRAWN' } });
      service.isApprovalRequired = true;
      await expect(publish(campaign.id)).rejects.toEqual(code('approval_required'));
      await approve(campaign);
      expect(await publish(campaign.id)).toMatchObject({ status: 'SENDING' });
    });
  });

  describe('a request', () => {
    it('is stored with its note, its requester, and its time', async () => {
      const { id } = await draft();
      const scheduledAt = ahead(HOUR_MS);
      const note = 'Please check the prices.';
      const request = {
        ...{ userId, id, requestId: newId(), actor: ada, note },
        start: { scheduledAt, maxLateness: 60 },
      };
      const first = await service.messenger.request('campaign.request-approval', request);
      expect(first).toMatchObject({
        status: 'DRAFT',
        approval: {
          ...{ id: request.requestId, state: 'PENDING', requestedBy: ada, note, decision: null },
          start: { scheduledAt, maxLateness: 60 },
        },
      });
      expect(await service.messenger.request('campaign.request-approval', request)).toEqual(first);
      await eventually(() => actions(id).length === 1);
      expect(actions(id)).toEqual([['campaign.approval_requested', ada.by.keyId]]);
    });

    it('needs a campaign that could be published now', async () => {
      const { id } = await service.createDraft({ userId, name: 'Spring' });
      await expect(ask(id)).rejects.toEqual(code('campaign_incomplete'));
      const { id: other } = await draft();
      const start = { scheduledAt: '2026-01-01T00:00:00.000Z', maxLateness: null };
      await expect(ask(other, { start })).rejects.toEqual(code('validation_failed'));
      service.missingGroups = (await get(other)).groups;
      await expect(ask(other)).rejects.toEqual(code('campaign_groups_missing'));
    });

    it('can be withdrawn, once', async () => {
      const campaign = await asked();
      expect(await withdraw(campaign)).toMatchObject({
        approval: { state: 'WITHDRAWN', decision: { by: ada } },
      });
      await expect(withdraw(campaign)).rejects.toEqual(code('approval_not_pending'));
      await expect(approve(campaign)).rejects.toEqual(code('approval_not_pending'));
    });

    it('is listed until it is decided', async () => {
      const other = newId();
      const { id } = await service.create({ userId: other });
      const pending = () =>
        service.messenger.request('campaign.list', {
          ...{ userId: other, after: null, limit: 10, approval: 'PENDING' },
        });
      expect((await pending()).items).toEqual([]);
      const campaign = await ask(id, { userId: other });
      expect((await pending()).items.map((each) => each.id)).toEqual([id]);
      const { items } = await service.messenger.request('campaign.outlines', { userId: other, ids: [id] });
      expect(items).toMatchObject([{ id, approval: 'PENDING' }]);
      await service.messenger.request('campaign.reject', { ...decision(campaign, grace), userId: other });
      expect((await pending()).items).toEqual([]);
    });
  });

  describe('a decision', () => {
    it('starts the campaign if that was requested, and is repeated with the same reply', async () => {
      const campaign = await asked({ start: now });
      const command = { ...decision(campaign, grace), note: 'Good.' };
      const approved = await service.messenger.request('campaign.approve', command);
      expect(approved).toMatchObject({
        status: 'SENDING',
        approval: { state: 'APPROVED', decision: { by: grace, note: 'Good.' }, notStarted: null },
      });
      expect(await service.messenger.request('campaign.approve', command)).toEqual(approved);
      expect(await service.announcements(campaign.id)).toHaveLength(1);
      await eventually(() => actions(campaign.id).length === 3);
      expect(actions(campaign.id).sort()).toEqual([
        ['campaign.approval_requested', ada.by.keyId],
        ['campaign.approved', grace.by.keyId],
        ['campaign.published', grace.by.keyId],
      ]);
    });

    it('schedules the campaign for the requested time', async () => {
      const scheduledAt = ahead(HOUR_MS);
      const campaign = await asked({ start: { scheduledAt, maxLateness: 120 } });
      expect(await approve(campaign)).toMatchObject({ status: 'SCHEDULED', scheduledAt, maxLateness: 120 });
    });

    it('starts nothing if the requested time has passed, or the requester can no longer send', async () => {
      const late = await asked({ start: { scheduledAt: ahead(HOUR_MS), maxLateness: null } });
      const passed = new Date(Date.now() - 3_600_000).toISOString();
      await service.documents.updateOne(
        { 'approval.id': late.approval?.id },
        { $set: { 'approval.start.scheduledAt': passed } },
      );
      expect(await approve(late)).toMatchObject({
        status: 'DRAFT',
        approval: { state: 'APPROVED', notStarted: 'TIME_PASSED' },
      });
      const demoted = await asked({ start: now });
      service.roles.set(ada.by.keyId, 'editor');
      const byKey = await asked({ start: now, actor: { by: ada.by, memberName: null } });
      for (const campaign of [demoted, byKey])
        expect(await approve(campaign)).toMatchObject({
          status: 'DRAFT',
          approval: { state: 'APPROVED', notStarted: 'NOT_PERMITTED' },
        });
      expect(await publish(demoted.id)).toMatchObject({ status: 'SENDING' });
    });

    it('is refused to the requester, to other roles, to keys, and to former members', async () => {
      const own = await asked({ actor: grace });
      await expect(approve(own)).rejects.toEqual(code('own_approval_request'));
      const campaign = await asked();
      for (const role of ['sender', 'editor', 'viewer'] as const) {
        const other = member('Eve', role);
        await expect(approve(campaign, other)).rejects.toEqual(code('insufficient_scope'));
        await expect(reject(campaign, other)).rejects.toEqual(code('insufficient_scope'));
      }
      const key = { by: member('', 'owner').by, memberName: null };
      await expect(approve(campaign, key)).rejects.toEqual(code('insufficient_scope'));
      service.roles.delete(grace.by.keyId);
      await expect(approve(campaign)).rejects.toEqual(code('insufficient_scope'));
      expect(await get(campaign.id)).toMatchObject({ approval: { state: 'PENDING' } });
    });

    it('stays when the role is removed afterward', async () => {
      const campaign = await asked();
      await approve(campaign);
      service.roles.delete(grace.by.keyId);
      expect(await publish(campaign.id)).toMatchObject({ status: 'SENDING' });
    });

    it('can be a rejection with a note, after which approval can be requested again', async () => {
      const campaign = await asked();
      const command = { ...decision(campaign, grace), note: 'The price is wrong.' };
      const rejected = await service.messenger.request('campaign.reject', command);
      expect(rejected).toMatchObject({
        approval: { state: 'REJECTED', decision: { by: grace, note: 'The price is wrong.' } },
      });
      expect(await service.messenger.request('campaign.reject', command)).toEqual(rejected);
      await expect(publish(campaign.id)).rejects.toEqual(code('approval_required'));
      const again = await ask(campaign.id);
      await expect(approve(campaign)).rejects.toEqual(code('campaign_changed'));
      expect(await approve(again)).toMatchObject({ approval: { state: 'APPROVED' } });
    });

    it('fixes the segments of the audience', async () => {
      const segment = newId();
      const audience = { segments: [segment], excludeGroups: [], excludeSegments: [], topicId: null };
      const campaign = await ask((await draft({ audience })).id);
      await approve(campaign);
      await service.documents.updateOne(
        { 'approval.id': campaign.approval?.id },
        { $set: { 'approval.frozenAudience.segments.0.version': 2 } },
      );
      await publish(campaign.id);
      expect((await service.find(campaign.id))?.frozenAudience?.segments).toEqual([
        { id: segment, version: 2 },
      ]);
    });

    it('fixes them for a scheduled campaign, too', async () => {
      const segment = newId();
      const audience = { segments: [segment], excludeGroups: [], excludeSegments: [], topicId: null };
      const { id } = await draft({ audience });
      const campaign = await ask(id, { start: { scheduledAt: ahead(HOUR_MS), maxLateness: null } });
      await approve(campaign);
      const now = new Date();
      await service.documents.updateOne(
        { 'approval.id': campaign.approval?.id },
        { $set: { 'approval.frozenAudience.segments.0.version': 2, scheduledAt: now, dueAt: now } },
      );
      await service.reaches(id, 'SENDING');
      expect((await service.find(id))?.frozenAudience?.segments).toEqual([{ id: segment, version: 2 }]);
    });
  });

  describe('an edit', () => {
    it.each(['PENDING', 'APPROVED'] as const)('withdraws a request that is %s', async (state) => {
      const campaign = await asked();
      if (state === 'APPROVED') await approve(campaign);
      await edit(campaign.id, 'Summer', grace);
      expect(await get(campaign.id)).toMatchObject({
        name: 'Summer',
        approval: { state: 'WITHDRAWN', decision: { by: grace } },
      });
      await expect(publish(campaign.id)).rejects.toEqual(code('approval_required'));
      await expect(approve(campaign)).rejects.toEqual(code('approval_not_pending'));
      const withdrawal = ['campaign.approval_withdrawn', grace.by.keyId];
      await eventually(() => actions(campaign.id).some((each) => String(each) === String(withdrawal)));
    });

    it('by a process of release 0.3.0 withdraws it, too', async () => {
      const campaign = await asked();
      await approve(campaign);
      await service.documents.updateOne(
        { 'approval.id': campaign.approval?.id },
        { $set: { name: 'Summer', updatedAt: new Date(Date.now() + 1_000) }, $inc: { rev: 1 } },
      );
      expect(await get(campaign.id)).toMatchObject({
        approval: { state: 'WITHDRAWN', decision: { by: null } },
      });
      await expect(publish(campaign.id)).rejects.toEqual(code('approval_required'));
    });
  });

  /** Each pair several times, because the order of concurrent commands varies. */
  describe.each([1, 2, 3, 4, 5])('at the same time (%s)', () => {
    type Outcome = PromiseSettledResult<Campaign>;
    const race = (...both: Promise<Campaign>[]): Promise<Outcome[]> => Promise.allSettled(both);
    const codeOf = (outcome: Outcome | undefined): string =>
      outcome?.status === 'rejected' ? (outcome.reason as AppError).code : 'ok';

    it('an edit is never sent by an approval that did not see it', async () => {
      const campaign = await asked({ start: now });
      const [edited, approved] = await race(edit(campaign.id), approve(campaign));
      const stored = await get(campaign.id);
      if (codeOf(approved) === 'ok') {
        expect(codeOf(edited)).toBe('campaign_not_draft');
        expect(stored).toMatchObject({ name: 'Spring', status: 'SENDING' });
      } else {
        expect([codeOf(edited), codeOf(approved)]).toEqual(['ok', 'approval_not_pending']);
        expect(stored).toMatchObject({ name: 'Summer', status: 'DRAFT', approval: { state: 'WITHDRAWN' } });
      }
    });

    it('an edit is never published with the approval of the earlier content', async () => {
      const campaign = await asked();
      await approve(campaign);
      const [edited, published] = await race(edit(campaign.id), publish(campaign.id));
      const stored = await get(campaign.id);
      const wasPublished = codeOf(published) === 'ok';
      expect([codeOf(edited), codeOf(published)]).toEqual(
        wasPublished ? ['campaign_not_draft', 'ok'] : ['ok', 'approval_required'],
      );
      expect([stored.name, stored.status]).toEqual(
        wasPublished ? ['Spring', 'SENDING'] : ['Summer', 'DRAFT'],
      );
    });

    it('of two decisions, one counts', async () => {
      const campaign = await asked({ start: now });
      const hopper = member('Hopper', 'owner');
      const outcomes = (await race(approve(campaign), approve(campaign, hopper))).map(codeOf).sort();
      expect(outcomes).toEqual(['approval_not_pending', 'ok']);
      expect(await service.announcements(campaign.id)).toHaveLength(1);

      const other = await asked();
      const mixed = (await race(approve(other), reject(other, hopper))).map(codeOf).sort();
      expect(mixed).toEqual(['approval_not_pending', 'ok']);
    });

    it('a campaign that is published beside its approval starts once', async () => {
      const campaign = await asked({ start: now });
      const [approved, published] = await race(approve(campaign), publish(campaign.id));
      expect(codeOf(approved)).toBe('ok');
      expect(['approval_required', 'campaign_not_draft']).toContain(codeOf(published));
      expect(await service.announcements(campaign.id)).toHaveLength(1);
      expect(await get(campaign.id)).toMatchObject({ status: 'SENDING', approval: { state: 'APPROVED' } });
    });
  });
});
