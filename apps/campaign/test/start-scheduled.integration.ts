import { type Campaign, newId } from '@carillon/contracts';
import { someone, eventually } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { newDocument, scheduled as asScheduled } from '../src/campaigns/campaign-document';
import { CampaignSchedule } from '../src/campaigns/campaign-schedule';
import { aCampaign } from './samples/a-campaign';
import { CampaignService } from './campaign-service';
import { DAY_MS, SOON_MS, ago, ahead } from './times';

/** The database profiler's record of a query: see MongoDB's database profiler. */
interface Look {
  planSummary: string;
  keysExamined: number;
  docsExamined: number;
}

function scheduledOf(userId: string, scheduledAt: Date, maxLateness = 3_600) {
  const order = { requestId: newId(), at: ago(DAY_MS), scheduledAt, maxLateness };
  return {
    ...newDocument(aCampaign({ userId }), ago(DAY_MS)),
    ...asScheduled(2, { order, plan: 'FREE', emails: { email: null }, linkTags: null }),
  };
}

describe('the start of scheduled campaigns', () => {
  let service: CampaignService;
  const userId = newId();

  beforeAll(async () => {
    service = await CampaignService.start();
  });
  beforeEach(() => service.clear());
  afterAll(() => service.stop());

  const isUnannounced = (id: string) => !service.announced.some(({ payload }) => payload.campaignId === id);
  const scheduled = (scheduledAt: string, maxLateness?: number): Promise<Campaign> =>
    service.scheduled(userId, scheduledAt, maxLateness);
  /**
   * A campaign that was scheduled for this time, in the state after an outage of this service. Another copy may have
   * claimed it.
   */
  async function left(scheduledAt: Date, maxLateness = 3_600, dueAt = scheduledAt): Promise<string> {
    const document = { ...scheduledOf(userId, scheduledAt, maxLateness), dueAt };
    await service.documents.insertOne(document);
    return document._id.toHexString();
  }

  it('starts a campaign at its time, with the plan at that time', async () => {
    const { id, scheduledAt } = await scheduled(ahead(SOON_MS), 60);
    service.plan = 'UPGRADED';
    const [order] = await service.announcements(id);
    const campaign = await service.get(id, userId);
    expect(campaign).toMatchObject({ status: 'SENDING', scheduledAt, maxLateness: 60, finishedAt: null });
    expect(Date.parse(campaign.publishedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(scheduledAt ?? ''));
    expect(campaign.updatedAt).toBe(campaign.publishedAt);
    expect(order).toMatchObject({
      event: 'campaign.published',
      payload: { rev: 3, run: 1, plan: 'UPGRADED', publishedAt: campaign.publishedAt },
    });
  });

  it('starts each campaign once, even if three copies look for due ones', async () => {
    await service.boot();
    await service.boot();
    const ids = await Promise.all(Array.from({ length: 40 }, () => left(ago(1_000))));
    for (const id of ids) expect(await service.announcements(id)).toHaveLength(1);
    for (const id of ids) expect(await service.find(id)).toMatchObject({ rev: 3, run: 1 });
    await service.shutDown();
    await service.boot();
  });

  it('starts late within the allowed lateness, and abandons campaigns that are too late', async () => {
    await service.shutDown();
    const [late, tooLate] = [await left(ago(40_000), 60), await left(ago(70_000), 60)];
    await service.boot();
    expect(await service.announcements(late)).toHaveLength(1);
    await service.reaches(tooLate, 'CANCELLED');
    expect(await service.get(tooLate, userId)).toMatchObject({
      statusReason: 'TOO_LATE',
      publishedAt: null,
      finishedAt: expect.any(String) as string,
    });
    expect(isUnannounced(tooLate)).toBe(true);
  });

  it('waits for unavailable services until it is too late', async () => {
    service.away = true;
    const [id, tooLate] = [await left(ago(1_000)), await left(ago(57_000), 60)];
    await service.reaches(tooLate, 'CANCELLED');
    expect(await service.find(tooLate)).toMatchObject({ statusReason: 'TOO_LATE' });
    expect(await service.find(id)).toMatchObject({ status: 'SCHEDULED' });
    service.away = false;
    expect(await service.announcements(id)).toHaveLength(1);
  });

  it('abandons campaigns of suspended accounts and with deleted groups', async () => {
    service.suspended = true;
    const suspended = await left(ago(1_000));
    await service.reaches(suspended, 'CANCELLED');
    expect(await service.get(suspended, userId)).toMatchObject({ statusReason: 'ACCOUNT_SUSPENDED' });
    service.suspended = false;
    const campaign = await scheduled(ahead(60_000));
    service.missingGroups = campaign.groups;
    const due = { scheduledAt: ago(1_000), dueAt: ago(1_000) };
    await service.documents.updateOne({ _id: new ObjectId(campaign.id) }, { $set: due });
    await service.reaches(campaign.id, 'CANCELLED');
    expect(await service.get(campaign.id, userId)).toMatchObject({ statusReason: 'GROUPS_MISSING' });
    expect(isUnannounced(suspended) && isUnannounced(campaign.id)).toBe(true);
  });

  it('takes over from a copy that died while starting a campaign', async () => {
    await service.shutDown();
    const id = await left(ago(1_000), 3_600, ago(-700));
    await service.boot();
    expect(await service.announcements(id)).toHaveLength(1);
  });

  it('skips a campaign that was unscheduled or deleted at the last moment', async () => {
    const [campaign, deleted] = [await scheduled(ahead(60_000)), await scheduled(ahead(60_000))];
    const due = {
      ...{ id: campaign.id, userId, groups: campaign.groups, senders: undefined },
      ...{ content: campaign.content, rev: 2, tooLate: false },
    };
    await service.messenger.request('campaign.unschedule', {
      id: campaign.id,
      userId,
      requestId: newId(),
      by: someone,
    });
    await service.messenger.request('campaign.delete', { by: someone, userId, ids: [deleted.id] });
    const schedule = service.part(CampaignSchedule);
    expect(await schedule.start(due, { plan: 'FREE' })).toBe(false);
    expect(await schedule.start({ ...due, id: deleted.id }, { plan: 'FREE' })).toBe(false);
    await schedule.giveUp(due, 'TOO_LATE');
    expect(await service.find(campaign.id)).toMatchObject({ status: 'DRAFT', pending: [] });
    expect(await service.find(deleted.id)).toMatchObject({ dueAt: null, pending: [] });
  });

  it('does not start a campaign that became too late while other services were asked', async () => {
    const id = await left(ago(61_000), 60, ago(-60_000));
    const { content } = await service.get(id, userId);
    const due = { id, userId, content, groups: [], senders: undefined, rev: 2, tooLate: false };
    expect(await service.part(CampaignSchedule).start(due, { plan: 'FREE' })).toBe(false);
    expect(await service.find(id)).toMatchObject({ status: 'SCHEDULED', rev: 2, pending: [] });
  });

  it("starts other users' campaigns among the first, regardless of how many one user has for that time", async () => {
    await service.shutDown();
    const [before, many, after] = [newId(), newId(), newId()];
    const mass = Array.from({ length: 400 }, () => scheduledOf(many, ago(2_000)));
    const others = [before, after].map((user) => scheduledOf(user, ago(1_000)));
    await service.documents.insertMany([...mass, ...others]);
    await service.boot();
    const count = (which: object) => service.documents.countDocuments(which);
    for (const { _id } of others) await service.reaches(_id.toHexString(), 'SENDING');
    await eventually(async () => (await count({ userId: new ObjectId(many), status: 'SENDING' })) === 400);
    for (const { _id } of others) {
      const publishedAt = { $lt: (await service.find(_id.toHexString()))?.publishedAt ?? null };
      expect(await count({ userId: new ObjectId(many), publishedAt })).toBeLessThan(100);
    }
  });

  describe('looks for due campaigns', () => {
    const looks = (sort: object) =>
      service.db
        .collection<Look>('system.profile')
        .find({ 'command.find': 'campaigns', 'command.sort': sort })
        .toArray();
    const watch = async () => {
      await service.shutDown();
      await service.documents.deleteMany({});
      const profile = { profile: 1, filter: { op: 'query', 'command.find': 'campaigns' } };
      await service.db.command(profile);
    };
    const unwatch = async () => {
      await service.db.command({ profile: 0, filter: 'unset' });
      await service.db.dropCollection('system.profile');
    };

    it('without reading others', async () => {
      await watch();
      const notDue = Array.from({ length: 500 }, () => scheduledOf(newId(), ago(-DAY_MS)));
      const deleted = Array.from({ length: 500 }, () => ({
        ...scheduledOf(userId, ago(1_000)),
        dueAt: null,
      }));
      await service.documents.insertMany([
        ...notDue,
        ...deleted.map((document) => ({ ...document, deletedAt: ago(1_000) })),
      ]);
      await service.boot();
      await eventually(async () => (await looks({ dueAt: 1 })).length > 3);
      for (const { keysExamined, docsExamined, planSummary } of await looks({ dueAt: 1 })) {
        expect(planSummary).toBe('IXSCAN { dueAt: 1 }');
        expect([keysExamined <= 1, docsExamined]).toEqual([true, 0]);
      }
      expect(await looks({ userId: 1, dueAt: 1 })).toEqual([]);
      await unwatch();
    });

    it('and skips a user with later campaigns by a step in the index', async () => {
      await watch();
      const notDue = Array.from({ length: 500 }, () => scheduledOf(newId(), ago(-DAY_MS)));
      const due = Array.from({ length: 200 }, () => scheduledOf(userId, ago(1_000)));
      await service.documents.insertMany([...notDue, ...due]);
      await service.boot();
      await eventually(async () => (await service.documents.countDocuments({ status: 'SENDING' })) === 200);
      const found = await looks({ userId: 1, dueAt: 1 });
      expect(found.length).toBeGreaterThan(200 / 64);
      for (const { keysExamined, docsExamined, planSummary } of found) {
        expect(planSummary).toBe('IXSCAN { userId: 1, dueAt: 1 }');
        expect([keysExamined <= 600, docsExamined <= 64]).toEqual([true, true]);
      }
      await unwatch();
    });
  });
});
