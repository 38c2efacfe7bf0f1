import { type AuditNote, type By, type Payload, newId } from '@carillon/contracts';
import { OtherServices, eventually } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { newDocument, started } from '../src/campaigns/campaign-document';
import { campaignNote } from '../src/campaigns/campaign-notes';
import { Campaigns } from '../src/campaigns';
import { CampaignService } from './campaign-service';
import { aCampaign } from './samples/a-campaign';

const by: By = { role: 'user', keyId: newId() };

describe('changes of campaigns by a key', () => {
  let service: CampaignService;
  let account: OtherServices;
  const noted: AuditNote[] = [];
  beforeAll(async () => {
    service = await CampaignService.start();
    account = await OtherServices.on(service.broker);
    await account.hear('account.events', {
      'audit.noted': (note: Payload<'audit.noted'>) => noted.push(note),
    });
  });
  afterAll(async () => {
    await account.close();
    await service.stop();
  });

  const notes = async (id: string, count: number): Promise<AuditNote[]> => {
    const ofCampaign = () => noted.filter(({ target }) => target.id === id);
    await eventually(() => ofCampaign().length >= count);
    return ofCampaign();
  };
  const now = () => ({ requestId: newId(), scheduledAt: null, maxLateness: null });

  it('are recorded in the audit trail, each step once', async () => {
    const { id, userId } = await service.create();
    const { messenger } = service;
    const publish = { id, userId, start: now(), by };
    for (let n = 0; n < 2; n++) await messenger.request('campaign.publish', publish);
    for (const step of ['campaign.pause', 'campaign.resume', 'campaign.cancel'] as const) {
      const command = { id, userId, requestId: newId(), by };
      for (let n = 0; n < 2; n++) await messenger.request(step, command);
    }
    await messenger.request('campaign.delete', { userId, ids: [id, newId()], by });
    const found = await notes(id, 5);
    expect(found.map(({ action }) => action).sort()).toEqual([
      'campaign.cancelled',
      'campaign.deleted',
      'campaign.paused',
      'campaign.published',
      'campaign.resumed',
    ]);
    for (const note of found)
      expect(note).toMatchObject({ userId, by, target: { type: 'campaign', id, name: 'Spring' } });
  });

  it('include pauses and cancellations by Carillon, each once, with their reason', async () => {
    const { id, userId } = await service.create();
    const { messenger } = service;
    await messenger.request('campaign.publish', { id, userId, start: now(), by });
    const returned = { campaignId: id, run: 1, reason: 'BOUNCE_RATE' as const };
    for (let n = 0; n < 2; n++) await messenger.publish('campaign.returned-too-often', returned);
    await service.reaches(id, 'PAUSED');
    expect(await service.part(Campaigns).cancelPaused(-1)).toBe(id);
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    const late = await service.create({ start: { ...now(), scheduledAt, maxLateness: 1 }, by });
    const past = { scheduledAt: new Date(0), dueAt: new Date(0) };
    await service.documents.updateOne({ _id: new ObjectId(late.id) }, { $set: past });
    await service.reaches(late.id, 'CANCELLED');
    const automatic = (of: string, action: string, reason: string) => ({
      ...{ action, by: null, isAutomatic: true, requestId: null },
      target: { type: 'campaign', id: of, name: 'Spring' },
      changes: [{ field: 'statusReason', before: null, after: reason }],
    });
    expect((await notes(id, 3)).slice(1)).toMatchObject([
      { userId, ...automatic(id, 'campaign.paused', 'BOUNCE_RATE') },
      { userId, ...automatic(id, 'campaign.cancelled', 'PAUSED_TOO_LONG') },
    ]);
    expect((await notes(late.id, 2))[1]).toMatchObject({
      userId: late.userId,
      ...automatic(late.id, 'campaign.cancelled', 'TOO_LATE'),
    });
  });

  it('have no name if the draft has none', async () => {
    const userId = newId();
    const { id } = await service.createDraft({ userId });
    await service.messenger.request('campaign.delete', { userId, ids: [id], by });
    expect((await notes(id, 1))[0]).toMatchObject({ target: { id, name: null } });
  });

  it('include tags, and the archive', async () => {
    const { id, userId } = await service.create();
    const organize = (change: Partial<Payload<'campaign.organize'>>) =>
      service.messenger.request('campaign.organize', {
        ...{ userId, by, ids: [id], addTags: [], removeTags: [] },
        ...change,
      });
    await organize({ addTags: ['Spring'] });
    for (let n = 0; n < 2; n++) await organize({ addTags: ['spring', 'Choir'], isArchived: true });
    await organize({ isArchived: false });
    const found = await notes(id, 4);
    expect(found.map(({ action, changes }) => [action, changes])).toEqual([
      ['campaign.tagged', [{ field: 'tags', before: [], after: ['Spring'] }]],
      ['campaign.tagged', [{ field: 'tags', before: ['Spring'], after: ['Spring', 'Choir'] }]],
      ['campaign.archived', []],
      ['campaign.unarchived', []],
    ]);
  });

  it('include the time of a schedule, a publication at creation, and a retry', async () => {
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    const created = await service.create({ start: { ...now(), scheduledAt, maxLateness: 60 }, by });
    const [published] = await notes(created.id, 1);
    expect(published).toMatchObject({
      action: 'campaign.published',
      by,
      changes: [{ field: 'scheduledAt', before: null, after: scheduledAt }],
    });
    const later = new Date(Date.now() + 7_200_000).toISOString();
    await service.messenger.request('campaign.reschedule', {
      ...{ id: created.id, userId: created.userId, requestId: newId(), by },
      ...{ scheduledAt: later, maxLateness: null },
    });
    expect((await notes(created.id, 2))[1]).toMatchObject({
      action: 'campaign.rescheduled',
      changes: [{ field: 'scheduledAt', before: scheduledAt, after: later }],
    });
    const unscheduled = { id: created.id, userId: created.userId, requestId: newId(), by };
    await service.messenger.request('campaign.unschedule', unscheduled);
    expect((await notes(created.id, 3))[2]).toMatchObject({ action: 'campaign.unscheduled' });
  });

  it('are published after a crash right after the change, also for a deleted campaign', async () => {
    const at = new Date();
    const order = { requestId: newId(), at, scheduledAt: null, maxLateness: null };
    const document = {
      ...newDocument(aCampaign(), at),
      ...started(2, { order, plan: 'FREE', emails: { email: null }, linkTags: null }),
      pending: [],
    };
    const campaign = { id: document._id.toHexString(), userId: document.userId.toHexString(), name: null };
    const note = campaignNote('campaign.deleted', { campaign, by, at });
    const deletedAt = new Date(at.getTime() - 120_000);
    await service.shutDown();
    await service.documents.insertOne({ ...document, deletedAt, deletedBy: newId(), notes: [note] });
    await service.boot();
    expect(await notes(campaign.id, 1)).toEqual([note]);
    await eventually(async () => (await service.find(campaign.id))?.purgedAt !== undefined);
  });
});
