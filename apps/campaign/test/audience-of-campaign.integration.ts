import { AppError, type Audience, newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { CampaignService } from './campaign-service';

describe('the audience of a campaign', () => {
  const userId = newId();
  let service: CampaignService;
  let audience: Audience;

  beforeAll(async () => {
    service = await CampaignService.start();
  });
  beforeEach(() => {
    service.clear();
    audience = {
      segments: [newId()],
      excludeGroups: [newId()],
      excludeSegments: [newId()],
      topicId: newId(),
    };
  });
  afterAll(() => service.stop());

  const refusal = async (request: Promise<unknown>): Promise<unknown[]> => {
    const error: unknown = await request.catch((each: unknown) => each);
    if (!(error instanceof AppError)) throw new Error('It was not refused');
    return [error.code, error.fields.map(({ field }) => field)];
  };
  const frozen = () => ({
    ...audience,
    segments: audience.segments.map((id) => ({ id, version: 3 })),
    excludeSegments: audience.excludeSegments.map((id) => ({ id, version: 3 })),
  });
  const isInUse = async (segmentId = ''): Promise<boolean> =>
    (await service.messenger.request('campaign.targets-segment', { userId, segmentId })).inUse;

  it('is stored, copied, and ordered with the versions of its segments', async () => {
    const draft = await service.create({ userId, audience });
    expect(draft.audience).toEqual(audience);
    const copyId = newId();
    const copy = await service.messenger.request('campaign.duplicate', { userId, id: draft.id, copyId });
    expect(copy.audience).toEqual(audience);
    await service.publish(draft.id, userId);
    const [order] = await service.announcements(draft.id);
    expect(order?.payload).toMatchObject({ audience: frozen() });
  });

  it('is enough without groups', async () => {
    const draft = { userId, name: 'Spring', content: (await service.create({ userId })).content };
    const id = newId();
    await service.messenger.request('campaign.create-draft', { ...draft, id, groups: [], audience });
    expect(await service.publish(id, userId)).toMatchObject({ status: 'SENDING' });
  });

  it('needs a group or a segment', async () => {
    const { content } = await service.create({ userId });
    const only = { ...audience, segments: [] };
    const draft = { userId, id: newId(), name: 'Spring', content, groups: [], audience: only };
    await service.messenger.request('campaign.create-draft', draft);
    expect(await refusal(service.publish(draft.id, userId))).toEqual(['campaign_incomplete', ['groups']]);
  });

  it('is replaced as a whole by an edit, and stays without one', async () => {
    const { id } = await service.create({ userId, audience });
    const edit = { userId, id, content: {} };
    expect((await service.messenger.request('campaign.update', { ...edit, name: 'Other' })).audience).toEqual(
      audience,
    );
    const other = { segments: [], excludeGroups: [], excludeSegments: [newId()], topicId: null };
    const edited = await service.messenger.request('campaign.update', { ...edit, audience: other });
    expect(edited.audience).toEqual(other);
  });

  it('is removed by an empty one, and the campaign then goes only to its groups', async () => {
    const empty = { segments: [], excludeGroups: [], excludeSegments: [], topicId: null };
    const { id } = await service.create({ userId, audience });
    const edit = { userId, id, content: {}, audience: empty };
    expect(await service.messenger.request('campaign.update', edit)).not.toHaveProperty('audience');
    await service.publish(id, userId);
    const [order] = await service.announcements(id);
    expect(order?.payload).not.toHaveProperty('audience');
  });

  it.each([
    [
      'excludeGroups',
      'missingGroups',
      'group_not_found',
      'campaign_groups_missing',
      'audience.excludeGroups.0',
    ],
    ['segments', 'missingSegments', 'segment_not_found', 'campaign_audience_missing', 'audience.segments.0'],
    [
      'excludeSegments',
      'missingSegments',
      'segment_not_found',
      'campaign_audience_missing',
      'audience.excludeSegments.0',
    ],
    ['topicId', 'missingTopics', 'topic_not_found', 'campaign_audience_missing', 'audience.topic'],
  ] as const)(
    'must exist when it is saved and when it starts: %s',
    async (part, missing, saved, started, field) => {
      const draft = await service.create({ userId, audience });
      service[missing] = [audience[part]].flat().filter((id) => id !== null);
      expect(await refusal(service.create({ userId, audience }))).toEqual([saved, [field]]);
      const edit = { userId, id: draft.id, content: {}, audience };
      expect(await refusal(service.messenger.request('campaign.update', edit))).toEqual([saved, [field]]);
      expect(await refusal(service.publish(draft.id, userId))).toEqual([started, [field]]);
    },
  );

  it('may be broken in a draft, but does not start, not even when scheduled', async () => {
    const { id } = await service.create({ userId, audience });
    const scheduledAt = new Date(Date.now() + 500).toISOString();
    const scheduled = await service.create({ userId, audience });
    await service.schedule(scheduled.id, userId, { scheduledAt });
    service.brokenSegments = [{ id: audience.segments[0] ?? '', kind: 'ATTRIBUTE', what: 'city' }];
    expect(await refusal(service.publish(id, userId))).toEqual([
      'campaign_audience_missing',
      ['audience.segments.0'],
    ]);
    await eventually(async () => (await service.get(scheduled.id, userId)).status === 'CANCELLED');
    expect(await service.get(scheduled.id, userId)).toMatchObject({ statusReason: 'AUDIENCE_MISSING' });
  });

  it('is fixed when a scheduled campaign starts', async () => {
    const scheduledAt = new Date(Date.now() + 300).toISOString();
    const { id } = await service.create({ userId, audience });
    await service.schedule(id, userId, { scheduledAt });
    await eventually(async () => (await service.get(id, userId)).status === 'SENDING');
    const [order] = await service.announcements(id);
    expect(order?.payload).toMatchObject({ audience: frozen() });
  });

  it('keeps its segments and excluded groups from being deleted until it ends', async () => {
    const { id } = await service.create({ userId, audience });
    const [segment, excluded, group] = [
      audience.segments[0],
      audience.excludeSegments[0],
      audience.excludeGroups[0] ?? '',
    ];
    const isGroupInUse = async () =>
      (await service.messenger.request('campaign.targets-group', { userId, groupId: group })).inUse;
    expect([await isInUse(segment), await isGroupInUse()]).toEqual([false, false]);
    await service.publish(id, userId);
    expect([await isInUse(segment), await isInUse(excluded), await isGroupInUse()]).toEqual([
      true,
      true,
      true,
    ]);
    await service.completed(id, 1);
    await eventually(async () => !(await isInUse(segment)));
    expect([await isInUse(excluded), await isGroupInUse()]).toEqual([false, false]);
  });
});
