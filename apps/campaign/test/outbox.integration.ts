import { newId } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import { newDocument, started } from '../src/campaigns/campaign-document';
import { CampaignOutbox } from '../src/campaigns/campaign-outbox';
import { AdmitCampaigns } from '../src/outbox/admit-campaigns';
import { someone, ServerLink, eventually } from '@carillon/testing';
import { aCampaign } from './samples/a-campaign';
import { CampaignService } from './campaign-service';

/** The database profiler's record of a query: see MongoDB's database profiler. */
interface Look {
  planSummary: string;
  keysExamined: number;
  docsExamined: number;
}

/** A campaign in the state after a crash between the write and the announcement. */
function writtenOnly(relayHeldUntil: Date | null = null) {
  const at = new Date();
  const order = { requestId: newId(), at, scheduledAt: null, maxLateness: null };
  return {
    ...newDocument(aCampaign(), at),
    ...started(2, { order, plan: 'FREE', emails: { email: null }, linkTags: null }),
    relayHeldUntil,
  };
}

describe('the outbox of campaigns', () => {
  let service: CampaignService;
  let link: ServerLink;

  beforeAll(async () => {
    service = await CampaignService.start();
    link = await ServerLink.to(service.broker.amqpUrl);
  });
  afterAll(async () => {
    await service.stop();
    await link.close();
  });

  const nothingPending = (id: string) =>
    eventually(async () => (await service.find(id))?.pending.length === 0);

  it('announces pending events of a crash at boot, and removes them from the campaign', async () => {
    const document = writtenOnly();
    const id = document._id.toHexString();
    await service.documents.insertOne(document);
    await service.shutDown();
    await service.boot();
    expect(await service.announcements(id)).toMatchObject([
      { event: 'campaign.published', payload: { rev: 2 } },
    ]);
    await nothingPending(id);
    expect(await service.find(id)).toEqual({ ...document, pending: [], waitsSince: null });
  });

  it('takes over from a relay that died with events in flight', async () => {
    const document = writtenOnly(new Date(Date.now() + 500));
    await service.documents.insertOne(document);
    expect(await service.announcements(document._id.toHexString())).toHaveLength(1);
  });

  it('announces once, even if three copies of the service search for pending events', async () => {
    await service.boot();
    await service.boot();
    const documents = Array.from({ length: 50 }, () => writtenOnly());
    await service.documents.insertMany(documents);
    for (const { _id } of documents) {
      expect(await service.announcements(_id.toHexString())).toHaveLength(1);
      await nothingPending(_id.toHexString());
    }
    await service.shutDown();
    await service.boot();
  });

  it('waits while the broker is unavailable, and announces when it returns', async () => {
    await service.shutDown();
    await service.boot({ AMQP_URL: link.url });
    link.cut();
    const document = writtenOnly();
    const id = document._id.toHexString();
    await service.documents.insertOne(document);
    const admit = service.part(AdmitCampaigns);
    await eventually(async () => {
      await admit.look();
      return admit.admit().then(
        () => false,
        () => true,
      );
    });
    expect(service.announced.some(({ payload }) => payload.campaignId === id)).toBe(false);
    link.restore();
    expect(await service.announcements(id)).toHaveLength(1);
    await service.shutDown();
    await service.boot();
  });

  describe('after the deletion of many campaigns of a user', () => {
    const [before, many, after] = [new ObjectId(), new ObjectId(), new ObjectId()];
    const deleted = () => {
      const document = writtenOnly();
      const pending = [{ id: new ObjectId(), type: 'campaign.deleted' as const, rev: 3 }];
      return { ...document, userId: many, pending, rev: 3, deletedAt: new Date(), waitsSince: null };
    };
    /** The number of deletions that were announced before this campaign. */
    const deletionsBefore = (id: string) => {
      const index = service.announced.findIndex(({ payload }) => payload.campaignId === id);
      return service.announced
        .slice(0, index)
        .filter(({ event, payload }) => event === 'campaign.deleted' && payload.userId === many.toHexString())
        .length;
    };

    beforeEach(async () => {
      await service.shutDown();
      service.announced.length = 0;
    });

    it("announces the events of others, and that user's other events, among the first", async () => {
      await service.documents.insertMany(Array.from({ length: 600 }, deleted));
      const others = [before, many, after].map((userId) => ({ ...writtenOnly(), userId }));
      await service.documents.insertMany(others);
      await service.boot();
      for (const { _id } of others) {
        const id = _id.toHexString();
        expect(await service.announcements(id)).toMatchObject([{ event: 'campaign.published' }]);
        expect(deletionsBefore(id)).toBeLessThan(100);
      }
      await eventually(() => service.announced.length === 603);
    });

    it("reads no more of that user's events than it announces", async () => {
      await service.documents.insertMany([...Array.from({ length: 600 }, deleted), writtenOnly()]);
      const sort = { userId: 1, waitsSince: 1, deletedAt: 1, relayHeldUntil: 1 };
      await service.db.command({ profile: 1, filter: { op: 'query', 'command.find': 'campaigns' } });
      await service.boot();
      await eventually(() => service.announced.length === 601);
      await service.db.command({ profile: 0, filter: 'unset' });
      const looks = await service.db
        .collection<Look>('system.profile')
        .find({ 'command.find': 'campaigns', 'command.sort': sort })
        .toArray();
      expect(looks.length).toBeGreaterThan(600 / 32);
      for (const { keysExamined, docsExamined, planSummary } of looks) {
        expect(planSummary).toBe('IXSCAN { userId: 1, waitsSince: 1, deletedAt: 1, relayHeldUntil: 1 }');
        expect([keysExamined <= 100, docsExamined <= 64]).toEqual([true, true]);
      }
    });
  });

  it('reports the age of the oldest pending event', async () => {
    await service.shutDown();
    await service.boot();
    const outbox = service.part(CampaignOutbox);
    await eventually(async () => (await outbox.oldestPending()) === null);
    const held = new Date(Date.now() + 60_000);
    const events = [3, 1, 2].map((hours) =>
      ObjectId.createFromTime(Math.floor(Date.now() / 1_000) - hours * 3_600),
    );
    for (const id of events) {
      const document = writtenOnly(held);
      await service.documents.insertOne({
        ...document,
        pending: [{ id, type: 'campaign.published', rev: 2 }],
        waitsSince: null,
      });
    }
    expect(await outbox.oldestPending()).toEqual(events[0]?.getTimestamp());
    await service.documents.deleteMany({ 'pending.id': { $in: events } });
  });

  it('lets a deletion replace an unpublished order to send', async () => {
    const document = writtenOnly(new Date(Date.now() + 60_000));
    const id = document._id.toHexString();
    await service.documents.insertOne(document);
    await service.messenger.request('campaign.delete', {
      by: someone,
      userId: document.userId.toHexString(),
      ids: [id],
    });
    expect((await service.find(id))?.pending).toEqual([
      { id: expect.any(ObjectId) as ObjectId, type: 'campaign.deleted', rev: 3 },
    ]);
    await service.documents.updateOne({ _id: document._id }, { $set: { relayHeldUntil: null } });
    expect(await service.announcements(id)).toMatchObject([
      { event: 'campaign.deleted', payload: { rev: 3 } },
    ]);
    await nothingPending(id);
  });
});
