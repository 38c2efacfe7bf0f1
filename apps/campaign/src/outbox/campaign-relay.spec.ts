import { CampaignChanged, CampaignPublished, CampaignRetried, misfit, newId } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import { Logger, Metrics, type RoundEnd, parseConfig } from '@carillon/platform';
import { ObjectId } from 'mongodb';
import { aCampaign } from '../../test/samples/a-campaign';
import type { CampaignOutbox } from '../campaigns';
import { type CampaignDocument, newDocument, started } from '../campaigns/campaign-document';
import { campaignConfig } from '../config';
import type { DispatcherQueue } from './dispatcher-queue';
import { CampaignRelay, toOutbox } from './campaign-relay';

const at = new Date('2026-03-01T10:00:00.000Z');
const content = aCampaign({ content: { shouldRemoveWatermark: true }, groups: [newId(), newId()] });
const draft = newDocument(content, at);
const order = {
  requestId: newId(),
  at: new Date('2026-03-02T10:00:00.000Z'),
  scheduledAt: null,
  maxLateness: null,
};
const sending: CampaignDocument = {
  ...draft,
  ...started(2, { order, plan: 'UPGRADED', emails: { email: null }, linkTags: null }),
};

it('a draft has nothing to publish', () => {
  expect(toOutbox(draft)).toEqual([]);
});

describe('the order to send a campaign', () => {
  it('contains everything the dispatcher needs, with the plan at publish', () => {
    const [event] = toOutbox(sending);
    expect(event?.payload).toEqual({
      campaignId: content.id,
      userId: content.userId,
      rev: 2,
      run: 1,
      plan: 'UPGRADED',
      content: { ...content.content, subject: 'Spring' },
      groups: content.groups,
      publishedAt: '2026-03-02T10:00:00.000Z',
    });
    expect(misfit(CampaignPublished, event?.payload)).toBeNull();
  });

  it('has another name if the campaign has an audience, because older dispatchers would ignore it', () => {
    const frozenAudience = { segments: [], excludeGroups: [], excludeSegments: [], topicId: content.id };
    const [event] = toOutbox({ ...sending, frozenAudience });
    expect(event).toMatchObject({
      name: 'campaign.published-to-audience',
      payload: { audience: frozenAudience },
    });
    expect(toOutbox(sending)[0]?.name).toBe('campaign.published');
  });

  it('has the rev of its own write, not of a later write', () => {
    expect(toOutbox({ ...sending, rev: 7 })[0]?.payload.rev).toBe(2);
  });

  it('cannot be created for a campaign that was never published', () => {
    const pending = [{ id: new ObjectId(), type: 'campaign.published' as const, rev: 1 }];
    expect(() => toOutbox({ ...draft, pending })).toThrow('was never published');
  });
});

describe('the order to stop a campaign', () => {
  it('contains the campaign, its user, and the rev', () => {
    const pending = [{ id: new ObjectId(), type: 'campaign.deleted' as const, rev: 3 }];
    const [event] = toOutbox({ ...sending, pending });
    expect(event?.payload).toEqual({ campaignId: content.id, userId: content.userId, rev: 3 });
    expect(misfit(CampaignChanged, event?.payload)).toBeNull();
  });
});

describe('the order to retry', () => {
  const selection = { states: ['FAILED' as const], channels: null, reasons: ['$name'] };
  const retried = { id: new ObjectId(), type: 'campaign.retried' as const, rev: 5, run: 2, selection };

  it('contains the run and its target', () => {
    const [event] = toOutbox({ ...sending, rev: 9, run: 3, pending: [retried] });
    expect(event).toEqual({
      id: retried.id.toHexString(),
      name: 'campaign.retried',
      payload: { campaignId: content.id, userId: content.userId, rev: 5, run: 2, selection },
    });
    expect(misfit(CampaignRetried, event?.payload)).toBeNull();
  });

  it('does not change an order to send that is published again', () => {
    const [published] = toOutbox({ ...sending, run: 2, pending: [...sending.pending, retried] });
    expect(published).toMatchObject({ name: 'campaign.published', payload: { rev: 2, run: 1 } });
  });
});

describe('the relay with many campaigns', () => {
  const settled = () => new Promise(setImmediate);

  it('publishes the events of sixteen campaigns concurrently, and those of one campaign in sequence', async () => {
    const documents = Array.from({ length: 40 }, () => {
      const document = { ...sending, _id: new ObjectId() };
      const paused = { id: new ObjectId(), type: 'campaign.paused' as const, rev: 3 };
      return { ...document, pending: [...sending.pending, paused] };
    });
    const left = new Map(documents.map((document) => [document._id.toHexString(), document]));
    const cleared: string[] = [];
    const campaigns = {
      onPending: () => undefined,
      pendingInTurns: (most: number) =>
        Promise.resolve([...left.keys()].filter((id) => !cleared.includes(id)).slice(0, most)),
      claimPending: (id: string) => Promise.resolve(left.get(id)),
      clearPending: (id: string) => Promise.resolve(cleared.push(id)),
    };
    const underWay: { name: string; campaignId: string; confirm: () => void }[] = [];
    const publish = (name: string, { campaignId }: { campaignId: string }) =>
      new Promise<void>((confirm) => underWay.push({ name, campaignId, confirm }));
    const relay = new CampaignRelay(
      campaigns as unknown as CampaignOutbox,
      { reserve: () => Promise.resolve() } as unknown as DispatcherQueue,
      parseConfig(campaignConfig, {}),
      { publish } as unknown as Messenger,
      Logger.create('campaign', 'silent'),
      new Metrics('campaign'),
    );
    const relayed = (async () => {
      let end: RoundEnd = true;
      while (end === true) end = await relay.round();
    })();

    const published: string[] = [];
    let most = 0;
    await settled();
    while (underWay.length > 0) {
      most = Math.max(most, underWay.length);
      const [event] = underWay.splice(0, 1);
      if (event) published.push(`${event.campaignId} ${event.name}`);
      event?.confirm();
      await settled();
    }
    await relayed;
    expect(most).toBe(16);
    for (const id of left.keys()) {
      const ofIt = published.filter((line) => line.startsWith(id));
      expect(ofIt).toEqual([`${id} campaign.published`, `${id} campaign.paused`]);
    }
  });
});
