import {
  type ApprovalActor,
  type Campaign,
  type MemberRole,
  type Payload,
  type WebhookEvent,
  newId,
} from '@carillon/contracts';
import { WebhookInterests } from '@carillon/webhooks';
import { eventually, someone } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { PurgeDeleted } from '../src/outbox/purge-deleted';
import { CampaignService } from './campaign-service';

const types: WebhookEvent['type'][] = [
  'campaign.approval_requested',
  'campaign.approval_withdrawn',
  'campaign.approved',
  'campaign.rejected',
];
const now = { scheduledAt: null, maxLateness: null };
const at = expect.any(String) as string;

describe('the webhook events of approvals', () => {
  let service: CampaignService;
  /** How the webhook-worker replies: not at all, or after it has stored the events, or not then. */
  let worker: 'down' | 'up' | 'reply lost';
  let taken: Payload<'webhook.take'>[];
  let userId: string;
  let ada: ApprovalActor;
  let grace: ApprovalActor;

  beforeAll(async () => {
    service = await CampaignService.start({
      'webhook.take': (events) => {
        if (worker === 'down') throw new Error('down');
        taken.push(events);
        if (worker === 'reply lost') throw new Error('lost');
        return {};
      },
    });
  });
  beforeEach(async () => {
    service.isApprovalRequired = true;
    [worker, taken, userId] = ['up', [], newId()];
    [ada, grace] = [member('Ada', 'sender'), member('Grace', 'approver')];
    await want(types);
  });
  afterAll(() => service.stop());

  function member(memberName: string, role: MemberRole): ApprovalActor {
    const keyId = newId();
    service.roles.set(keyId, role);
    return { by: { role: 'user', keyId }, memberName };
  }
  /** As the webhook-worker announces it. */
  async function want(wanted: WebhookEvent['type'][], rev = 1): Promise<void> {
    await service.messenger.publish('webhooks.changed', { userId, rev, types: wanted });
    const stored = { _id: new ObjectId(userId), rev };
    await eventually(async () => (await service.stored('webhookInterests').findOne(stored)) !== null);
    await eventually(async () => (await service.part(WebhookInterests).of(userId)).size === wanted.length);
  }
  const ask = (id: string, changes: Partial<Payload<'campaign.request-approval'>> = {}) =>
    service.messenger.request('campaign.request-approval', {
      ...{ userId, id, requestId: newId(), actor: ada, note: 'Please check', start: null },
      ...changes,
    });
  const asked = async (changes: Partial<Payload<'campaign.request-approval'>> = {}) =>
    ask((await service.create({ userId, name: 'Spring' })).id, changes);
  const decision = ({ id, approval }: Campaign, actor: ApprovalActor) => ({
    ...{ userId, id, requestId: newId(), actor, note: 'Fine', approvalId: approval?.id ?? '' },
  });
  const approve = (campaign: Campaign) =>
    service.messenger.request('campaign.approve', decision(campaign, grace));
  const reject = (campaign: Campaign) =>
    service.messenger.request('campaign.reject', decision(campaign, grace));
  const withdraw = (campaign: Campaign) =>
    service.messenger.request('campaign.withdraw-approval', decision(campaign, ada));
  const edit = (id: string) =>
    service.messenger.request('campaign.update', { userId, id, name: 'Summer', content: {}, actor: ada });

  const pending = async (id: string): Promise<WebhookEvent[]> =>
    (await service.find(id))?.pendingWebhookEvents ?? [];
  /** What the webhook-worker stores of a campaign: each event once, in the order of arrival. */
  async function published(id: string): Promise<[string, unknown][]> {
    await eventually(async () => (await pending(id)).length === 0);
    const events = new Map(
      taken.flatMap((each) => each.events.map((event) => [event.id, { ...event, userId: each.userId }])),
    );
    const found = [...events.values()].filter(({ campaignId }) => campaignId === id);
    expect(found.every((event) => event.userId === userId)).toBe(true);
    return found.map(({ type, items }) => [type, items[0]]);
  }
  const typesOf = async (id: string) => (await published(id)).map(([type]) => type);
  const of = ({ id, approval }: Campaign) => ({
    ...{ campaignId: id, name: 'Spring', approvalId: approval?.id, at },
    ...{ requestedBy: { memberId: ada.by.keyId, keyId: null }, start: null, notStarted: null },
  });
  const byGrace = () => ({ memberId: grace.by.keyId, keyId: null });

  it('report a request and its decision once, without names of members and notes', async () => {
    const campaign = await asked();
    const command = decision(campaign, grace);
    await service.messenger.request('campaign.approve', command);
    await service.messenger.request('campaign.approve', command);
    expect(await published(campaign.id)).toEqual([
      ['campaign.approval_requested', { ...of(campaign), decidedBy: null }],
      ['campaign.approved', { ...of(campaign), decidedBy: byGrace() }],
    ]);
    const other = await asked({ actor: { by: someone, memberName: null } });
    await reject(other);
    const requestedBy = { memberId: null, keyId: someone.keyId };
    expect(await published(other.id)).toEqual([
      ['campaign.approval_requested', { ...of(other), requestedBy, decidedBy: null }],
      ['campaign.rejected', { ...of(other), requestedBy, decidedBy: byGrace() }],
    ]);
    const text = JSON.stringify(taken);
    for (const secret of ['Ada', 'Grace', 'Please check', 'Fine']) expect(text).not.toContain(secret);
  });

  it('report that an approval started the campaign, and when', async () => {
    const campaign = await asked({ start: now });
    expect(await approve(campaign)).toMatchObject({ status: 'SENDING' });
    expect((await published(campaign.id))[1]).toEqual([
      'campaign.approved',
      { ...of(campaign), start: now, decidedBy: byGrace() },
    ]);
  });

  it('report a withdrawal by request, by an edit, and by publishing without the approval', async () => {
    const campaigns = [await asked(), await asked(), await asked()] as const;
    const [requested, edited, sent] = campaigns;
    await withdraw(requested);
    await edit(edited.id);
    // The request is no longer open.
    await edit(edited.id);
    service.isApprovalRequired = false;
    await service.publish(sent.id, userId);
    for (const { id } of campaigns)
      expect(await typesOf(id)).toEqual(['campaign.approval_requested', 'campaign.approval_withdrawn']);
    const byAda = { memberId: ada.by.keyId, keyId: null };
    expect((await published(edited.id))[1]).toEqual([
      'campaign.approval_withdrawn',
      { ...of(edited), decidedBy: byAda },
    ]);
    expect((await published(sent.id))[1]).toEqual([
      'campaign.approval_withdrawn',
      { ...of(sent), decidedBy: null },
    ]);
  });

  it('report one of two concurrent decisions', async () => {
    const campaign = await asked();
    const outcomes = await Promise.allSettled([approve(campaign), reject(campaign)]);
    const isApproved = outcomes[0].status === 'fulfilled';
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await typesOf(campaign.id)).toEqual([
      'campaign.approval_requested',
      isApproved ? 'campaign.approved' : 'campaign.rejected',
    ]);
  });

  it('survive a crash between the write and the relay, and one after the relay', async () => {
    worker = 'down';
    const campaign = await asked();
    await approve(campaign);
    expect(await pending(campaign.id)).toHaveLength(2);
    await service.shutDown();
    worker = 'reply lost';
    await service.boot();
    await eventually(() => taken.length > 0);
    await service.shutDown();
    expect(await pending(campaign.id)).toHaveLength(2);
    worker = 'up';
    await service.boot();
    expect(await typesOf(campaign.id)).toEqual(['campaign.approval_requested', 'campaign.approved']);
    expect(taken.length).toBeGreaterThan(1);
  });

  it('are published before a deleted campaign is purged', async () => {
    worker = 'down';
    const campaign = await asked();
    const { id } = campaign;
    await service.messenger.request('campaign.delete', { userId, ids: [id], by: someone });
    const unpublished = async () => {
      const document = await service.find(id);
      return (document?.pending.length ?? 0) + (document?.notes?.length ?? 0);
    };
    await eventually(async () => (await unpublished()) === 0);
    const purge = () => service.part(PurgeDeleted).purge(new Date(Date.now() + 60_000));
    await purge();
    expect(await pending(id)).toHaveLength(1);
    worker = 'up';
    expect(await typesOf(id)).toEqual(['campaign.approval_requested']);
    await purge();
    expect(Object.keys((await service.find(id)) ?? {})).toEqual(['_id', 'purgedAt']);
  });

  it('are not stored if no endpoint wants them', async () => {
    await want(['campaign.rejected'], 2);
    const campaign = await asked();
    await approve(campaign);
    await edit(campaign.id);
    expect(await service.find(campaign.id)).not.toHaveProperty('pendingWebhookEvents');
  });
});
