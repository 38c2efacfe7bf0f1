import type { Schemas } from '@carillon/sdk';
import { type CampaignFacts, timelineOf } from './timeline';

const at = (minute: number): string => new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();
const ADA = { memberId: 'ada', keyId: null, name: 'Ada' };

const campaign = (changes: Partial<CampaignFacts> = {}): CampaignFacts => ({
  ...{ createdAt: at(0), status: 'DRAFT', statusReason: null },
  ...{ scheduledAt: null, publishedAt: null, finishedAt: null, approval: null },
  ...changes,
});
const comment = (minute: number): Schemas['Comment'] => ({
  ...{ _id: `comment ${minute}`, campaign: 'c', author: ADA, text: 'Fine.', createdAt: at(minute) },
});
const entry = (
  minute: number,
  action: Schemas['AuditEntry']['action'],
  changes: Partial<Schemas['AuditEntry']> = {},
): Schemas['AuditEntry'] => ({
  ...{ _id: `entry ${minute}`, at: at(minute), user: 'u', action, requestId: null, changes: [] },
  actor: { role: 'user', keyId: null, keyName: null, keyPrefix: null, member: { _id: 'ada', name: 'Ada' } },
  target: { type: 'campaign', _id: 'c', name: 'Sale' },
  ...changes,
});
const whole = <T>(items: T[]) => ({ items, hasMore: false });
const keysOf = (...args: Parameters<typeof timelineOf>) => timelineOf(...args).map(({ key }) => key);

describe('the activity of a campaign', () => {
  it('has comments and events in the order of their times', () => {
    const sent = campaign({ status: 'SENT', publishedAt: at(5), finishedAt: at(9) });
    const comments = whole([comment(10), comment(3)]);
    const actions = whole([entry(5, 'campaign.published'), entry(2, 'campaign.tagged')]);
    expect(keysOf(sent, { comments, actions })).toEqual([
      ...['created', 'entry 2', 'comment 3', 'entry 5', 'finished', 'comment 10'],
    ]);
  });

  it('names members and keys, and the time of a schedule', () => {
    const byKey = { role: 'user', keyId: 'k', keyName: 'CI', keyPrefix: 'car' } as const;
    const changes = [{ field: 'scheduledAt', before: null, after: at(30) }];
    const actions = whole([
      entry(2, 'campaign.paused', { actor: byKey }),
      entry(1, 'campaign.published', { changes }),
    ]);
    expect(timelineOf(campaign(), { comments: whole([]), actions }).slice(1)).toMatchObject([
      { who: 'Ada', isKey: false, time: at(30) },
      { who: 'CI', isKey: true, time: null },
    ]);
  });

  it('shows a comment once, and that one was deleted', () => {
    const actions = whole([entry(4, 'campaign.comment_deleted'), entry(3, 'campaign.commented')]);
    const comments = whole([comment(3)]);
    expect(keysOf(campaign(), { comments, actions })).toEqual(['created', 'comment 3', 'entry 4']);
  });

  it('goes back only as far as both lists are read', () => {
    const comments = { items: [comment(8), comment(6)], hasMore: true };
    const actions = whole([entry(7, 'campaign.paused'), entry(5, 'campaign.published')]);
    expect(keysOf(campaign(), { comments, actions })).toEqual(['comment 6', 'entry 7', 'comment 8']);
  });

  it('includes what Carillon did on its own', () => {
    const none = { comments: whole([]), actions: whole([]) };
    const paused = campaign({ status: 'PAUSED', statusReason: 'BOUNCE_RATE', publishedAt: at(1) });
    expect(timelineOf(paused, none).at(-1)).toMatchObject({
      event: 'paused',
      at: null,
      reason: 'BOUNCE_RATE',
    });
    const late = { status: 'CANCELLED', statusReason: 'TOO_LATE', finishedAt: at(9) } as const;
    expect(timelineOf(campaign(late), none).at(-1)).toMatchObject({ event: 'cancelled', at: at(9) });
    const scheduled = campaign({ status: 'SENDING', scheduledAt: at(4), publishedAt: at(4) });
    expect(keysOf(scheduled, none)).toEqual(['created', 'started']);
    // A member canceled it, which is in the audit trail.
    expect(keysOf(campaign({ status: 'CANCELLED', finishedAt: at(9) }), none)).toEqual(['created']);
  });

  it('shows a pause by Carillon once, at its time, and earlier ones that were resumed', () => {
    const own = (minute: number, action: 'campaign.paused' | 'campaign.cancelled', reason: string) =>
      entry(minute, action, {
        actor: { role: 'system', keyId: null, keyName: null, keyPrefix: null },
        changes: [{ field: 'statusReason', before: null, after: reason }],
      });
    const actions = whole([
      own(4, 'campaign.paused', 'COMPLAINT_RATE'),
      entry(3, 'campaign.resumed'),
      own(2, 'campaign.paused', 'BOUNCE_RATE'),
    ]);
    const paused = campaign({ status: 'PAUSED', statusReason: 'COMPLAINT_RATE', publishedAt: at(1) });
    expect(timelineOf(paused, { comments: whole([]), actions }).slice(1)).toMatchObject([
      { event: 'paused', reason: 'BOUNCE_RATE', at: at(2) },
      { action: 'campaign.resumed', who: 'Ada' },
      { event: 'paused', reason: 'COMPLAINT_RATE', at: at(4) },
    ]);
    const late = { status: 'CANCELLED', statusReason: 'TOO_LATE', finishedAt: at(9) } as const;
    const entries = whole([own(9, 'campaign.cancelled', 'TOO_LATE')]);
    expect(keysOf(campaign(late), { comments: whole([]), actions: entries })).toEqual(['created', 'entry 9']);
  });

  it('has the latest approval if the audit trail cannot be read', () => {
    const decision = { by: { ...ADA, name: 'Grace' }, at: at(4), note: null };
    const approval = {
      _id: 'a',
      requestedBy: ADA,
      requestedAt: at(2),
      note: null,
      start: null,
      notStarted: null,
    };
    const approved = campaign({ approval: { ...approval, state: 'APPROVED', decision } });
    expect(timelineOf(approved, { comments: whole([]), actions: null }).slice(1)).toMatchObject([
      { action: 'campaign.approval_requested', who: 'Ada' },
      { action: 'campaign.approved', who: 'Grace' },
    ]);
    const pending = campaign({ approval: { ...approval, state: 'PENDING', decision: null } });
    expect(timelineOf(pending, { comments: whole([]), actions: null })).toHaveLength(2);
  });
});
