import { type SendingProfile, newId } from '@carillon/contracts';
import { CampaignService } from './campaign-service';

describe('the check of a campaign', () => {
  const [userId, senderId] = [newId(), newId()];
  let service: CampaignService;
  let senders: SendingProfile['senders'];
  beforeAll(async () => {
    service = await CampaignService.start({
      'account.sending-profile': (): SendingProfile => ({
        ...{ plan: 'FREE', status: 'ACTIVE', senders },
        routes: { EMAIL: null, WHATSAPP: null, SMS: null },
      }),
    });
  });
  beforeEach(() => {
    service.clear();
    senders = [{ channel: 'EMAIL', senderId, ratePerSecond: null, maxConnections: null }];
  });
  afterAll(() => service.stop());

  const check = (id: string, of = userId) => service.messenger.request('campaign.check', { userId: of, id });
  const problems = async (id: string) =>
    (await check(id)).problems.map(({ code, fields }) => [code, fields.map(({ field }) => field)]);

  it('finds nothing if the campaign can be published, and returns the campaign', async () => {
    const campaign = await service.create({ userId, senders: { EMAIL: senderId } });
    expect(await check(campaign.id)).toEqual({ campaign, problems: [] });
  });

  it('also checks a scheduled campaign', async () => {
    const { id, groups } = await service.create({ userId });
    await service.schedule(id, userId, { scheduledAt: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await problems(id)).toEqual([]);
    service.missingGroups = groups;
    expect(await problems(id)).toEqual([['campaign_groups_missing', ['groups.0']]]);
  });

  it('finds everything that prevents publishing', async () => {
    const [group, segment] = [newId(), newId()];
    const audience = { segments: [segment], excludeGroups: [], excludeSegments: [], topicId: null };
    const targets = { groups: [group], audience, senders: { EMAIL: senderId } };
    const { id } = await service.createDraft({ userId, ...targets });
    service.missingGroups = [group];
    service.brokenSegments = [{ id: segment, kind: 'ATTRIBUTE', what: 'city' }];
    service.suspended = true;
    senders = [];
    expect(await problems(id)).toEqual([
      ['campaign_incomplete', ['name', 'emailMessage']],
      ['account_suspended', []],
      ['campaign_groups_missing', ['groups.0']],
      ['campaign_audience_missing', ['audience.segments.0']],
      ['campaign_senders_missing', ['senders.EMAIL']],
    ]);
    await expect(service.publish(id, userId)).rejects.toMatchObject({ code: 'campaign_incomplete' });
  });

  it('refuses campaigns that were published, and those of other accounts', async () => {
    const { id } = await service.create({ userId });
    await expect(check(id, newId())).rejects.toMatchObject({ code: 'campaign_not_found' });
    await service.publish(id, userId);
    await expect(check(id)).rejects.toMatchObject({ code: 'campaign_wrong_status' });
  });
});
