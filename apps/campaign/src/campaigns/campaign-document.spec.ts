import { CampaignPublished, CampaignChanged, misfit, newId } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import { type CampaignDocument, newDocument, started, toOutbox, toStored } from './campaign-document';

const at = new Date('2026-03-01T10:00:00.000Z');
const content = {
  id: newId(),
  userId: newId(),
  name: 'Spring',
  emailBody: '<p>Hello</p>',
  whatsappBody: null,
  smsBody: 'Hello',
  removeCredits: true,
  groups: [newId(), newId()],
  start: null,
};
const draft = newDocument(content, at);
const sending: CampaignDocument = {
  ...draft,
  ...started(2, { requestId: newId(), plan: 'UPGRADED', at: new Date('2026-03-02T10:00:00.000Z') }),
};

describe('a new campaign', () => {
  it('is a draft that has nothing to announce', () => {
    expect(toStored(draft).campaign).toMatchObject({
      status: 'DRAFT',
      updatedAt: '2026-03-01T10:00:00.000Z',
    });
    expect(toOutbox(draft).events).toEqual([]);
  });

  it('keeps its groups in order and no word of how it was asked for', () => {
    expect(toStored(draft).campaign.groups).toEqual(content.groups);
    expect(draft).not.toHaveProperty('start');
  });
});

describe('the order to send a campaign', () => {
  it('says everything the dispatcher needs, with the plan at publish', () => {
    const [event] = toOutbox(sending).events;
    expect(event?.payload).toEqual({
      campaignId: content.id,
      userId: content.userId,
      rev: 2,
      run: 1,
      plan: 'UPGRADED',
      name: 'Spring',
      emailBody: '<p>Hello</p>',
      whatsappBody: null,
      smsBody: 'Hello',
      removeCredits: true,
      groups: content.groups,
      publishedAt: '2026-03-02T10:00:00.000Z',
    });
    expect(misfit(CampaignPublished, event?.payload)).toBeNull();
  });

  it('carries the rev of the write it belongs to, not of a later one', () => {
    expect(toOutbox({ ...sending, rev: 7 }).events[0]?.payload.rev).toBe(2);
  });

  it('cannot be made of a campaign that was never published', () => {
    const pending = [{ id: new ObjectId(), type: 'campaign.published' as const, rev: 1 }];
    expect(() => toOutbox({ ...draft, pending })).toThrow('was never published');
  });
});

describe('the order to stop a campaign', () => {
  it('names the campaign, its user and the rev', () => {
    const pending = [{ id: new ObjectId(), type: 'campaign.deleted' as const, rev: 3 }];
    const [event] = toOutbox({ ...sending, pending }).events;
    expect(event?.payload).toEqual({ campaignId: content.id, userId: content.userId, rev: 3 });
    expect(misfit(CampaignChanged, event?.payload)).toBeNull();
  });
});
