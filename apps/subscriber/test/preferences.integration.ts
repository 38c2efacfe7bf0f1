import { type Group, type Payload, type Subscriber, type Topic, newId } from '@carillon/contracts';
import { someone } from '@carillon/testing/someone';
import { NoteConsent } from '../src/inbound/note-consent';
import { SubscriberService, code } from './subscriber-service';

const NUMBER = '+4915112345678';
const campaignId = newId();

describe('preferences', () => {
  let service: SubscriberService;
  let userId: string;
  let address: string;
  let group: Group;
  let offers: Topic;
  let tips: Topic;
  let clock: number;
  beforeAll(async () => {
    service = await SubscriberService.start();
  });
  beforeEach(async () => {
    userId = newId();
    address = `${newId()}@mail.test`;
    clock = Date.now();
    group = await service.group(userId);
    [offers, tips] = [await topic('Offers'), await topic('Tips')];
  });
  afterAll(() => service.stop());

  const topic = (name: string, of = userId): Promise<Topic> =>
    service.messenger.request('topic.create', {
      ...{ id: newId(), userId: of, by: someone, name, description: '' },
    });
  /** Each call is a millisecond later, as the times of requests are. */
  const now = (): string => new Date((clock += 1)).toISOString();
  const get = (of = address) => service.messenger.request('preferences.get', { userId, address: of });
  const save = (changes: Partial<Payload<'preferences.save'>>) =>
    service.messenger.request('preferences.save', {
      ...{ userId, address, campaignId, at: now(), leave: [], join: [], turnOff: [], turnOn: [] },
      ...changes,
    });
  const oneClick = (topicId?: string, of = address) =>
    service.messenger.request('suppression.unsubscribe', {
      ...{ userId, address: of, campaignId, at: now() },
      ...(topicId !== undefined && { topicId }),
    });
  const member = (overrides: Partial<Payload<'subscriber.create'>> = {}): Promise<Subscriber> =>
    service.member(group, { address, ...overrides });
  const person = (addresses: Payload<'person.create'>['addresses']) =>
    service.messenger.request('person.create', { userId, id: newId(), ...(addresses && { addresses }) });
  const page = async (topicId: string | null | undefined) => {
    const query = { userId, groupId: group.id, keys: [], after: null, limit: 100 };
    const { items } = await service.messenger.request('audience.page', {
      ...query,
      ...(topicId !== undefined && { topicId }),
    });
    return items;
  };
  const reasons = async (topicId: string | null = null) =>
    (await page(topicId)).map(({ suppressed = false, skipReason = null }) => [suppressed, skipReason]);
  const excluded = (of: Subscriber, since: string, topicId?: string | null) =>
    service.messenger.request('audience.excluded', {
      ...{ userId, channel: of.channel, since },
      recipients: [{ subscriberId: of.id, address: of.address }],
      ...(topicId !== undefined && { topicId }),
    });
  const left = async () => (await get()).topics.flatMap(({ name, isLeft }) => (isLeft ? name : []));
  const history = (channel: 'EMAIL' | 'SMS' = 'EMAIL', of = address) =>
    service.messenger.request('suppression.history', { userId, channel, address: of });

  it('count as opt-outs of their campaign until the person takes them back, each person once', async () => {
    const other = newId();
    const [bob, cem, dora] = [`bob-${address}`, `cem-${address}`, `dora-${address}`];
    const optOuts = async () => {
      const query = { userId, campaignIds: [campaignId, other, newId()] };
      const { counts } = await service.messenger.request('suppression.campaign-opt-outs', query);
      return Object.fromEntries(counts.map((each) => [each.campaignId, each.people]));
    };
    expect(await optOuts()).toEqual({});
    await oneClick();
    await oneClick(undefined, bob);
    await save({ address: cem, leave: [offers.id, tips.id] });
    // A bounce of the campaign is no opt-out.
    await service.part(NoteConsent).returned({
      ...{ userId, channel: 'EMAIL', address: dora, campaignId, cause: 'COMPLAINED', at: now() },
    });
    const later = { userId, address: dora, campaignId: other, at: now() };
    await service.messenger.request('suppression.unsubscribe', later);
    expect(await optOuts()).toEqual({ [campaignId]: 3, [other]: 1 });
    await save({ address: cem, join: [offers.id, tips.id] });
    await save({ turnOn: ['EMAIL'] });
    expect(await optOuts()).toEqual({ [campaignId]: 1, [other]: 1 });
    const stranger = { userId: newId(), campaignIds: [campaignId] };
    expect(await service.messenger.request('suppression.campaign-opt-outs', stranger)).toEqual({
      counts: [],
    });
  });

  it('count as opt-outs of their day until the person takes them back, each address once', async () => {
    const [bob, cem] = [`bob-${address}`, `cem-${address}`];
    const today = now();
    const optOuts = async (timeZone = 'UTC', since = '2026-01-01T00:00:00.000Z') => {
      const query = { userId, since, timeZone };
      return (await service.messenger.request('suppression.opt-outs-by-day', query)).days;
    };
    expect(await optOuts()).toEqual([]);
    await oneClick();
    await save({ leave: [offers.id] });
    await oneClick(tips.id, bob);
    await service.part(NoteConsent).returned({
      ...{ userId, channel: 'EMAIL', address: cem, campaignId, cause: 'COMPLAINED', at: now() },
    });
    const day = today.slice(0, 10);
    expect(await optOuts()).toEqual([{ day, channels: { EMAIL: 2, WHATSAPP: 0, SMS: 0 } }]);
    const kiritimati = new Date(Date.parse(today) + 14 * 3_600_000).toISOString().slice(0, 10);
    expect(await optOuts('Pacific/Kiritimati')).toMatchObject([{ day: kiritimati }]);
    expect(await optOuts('UTC', new Date(Date.now() + 60_000).toISOString())).toEqual([]);
    await save({ address: bob, join: [tips.id] });
    await save({ join: [offers.id], turnOn: ['EMAIL'] });
    expect(await optOuts()).toEqual([]);
  });

  it('are those of a person who chose nothing', async () => {
    await member();
    expect(await get()).toEqual({
      topics: [
        { id: offers.id, name: 'Offers', description: '', isLeft: false },
        { id: tips.id, name: 'Tips', description: '', isLeft: false },
      ],
      channels: [{ channel: 'EMAIL', state: 'ON' }],
      ...{ snoozedUntil: null, locale: null, isKnown: true, leavesAll: false },
    });
  });

  it('skip a person who left the topic, in campaigns on this topic only', async () => {
    await member();
    await oneClick(offers.id);
    expect(await reasons(offers.id)).toEqual([[true, 'TOPIC_OPTED_OUT']]);
    expect(await reasons(tips.id)).toEqual([[false, null]]);
    expect(await reasons()).toEqual([[false, null]]);
    expect(await left()).toEqual(['Offers']);
    expect(
      await service.messenger.request('suppression.list', {
        ...{ userId, channel: null, reason: null, address: null, after: null, limit: 10 },
      }),
    ).toMatchObject({ items: [] });
    expect(await history()).toMatchObject({
      causes: [],
      topics: [{ topicId: offers.id, source: `campaign ${campaignId}` }],
    });
  });

  it('skip a person who left the topic or paused messages after planning', async () => {
    const [one, two] = [await member(), await member({ address: `${newId()}@mail.test` })];
    const since = new Date().toISOString();
    expect(await excluded(one, since, offers.id)).toMatchObject({ excluded: [], skipped: [] });
    await oneClick(offers.id);
    expect((await excluded(one, since, offers.id)).skipped).toEqual([
      { index: 0, reason: 'TOPIC_OPTED_OUT' },
    ]);
    expect((await excluded(one, since, tips.id)).skipped).toEqual([]);
    expect((await excluded(two, since, offers.id)).skipped).toEqual([]);
    await save({ address: two.address, snoozeUntil: new Date(Date.now() + 60_000).toISOString() });
    expect((await excluded(two, since, null)).skipped).toEqual([{ index: 0, reason: 'SNOOZED' }]);
    const query = { userId, channel: 'EMAIL' as const, since, recipients: [], topicId: offers.id };
    expect(await service.messenger.request('audience.excluded', query)).not.toHaveProperty('unchanged');
  });

  it('refuse a dispatcher that knows no topics, as soon as someone left one', async () => {
    const one = await member();
    const since = new Date().toISOString();
    expect(await page(undefined)).toHaveLength(1);
    expect(await excluded(one, since)).toMatchObject({ excluded: [] });
    await oneClick(offers.id);
    await expect(page(undefined)).rejects.toEqual(code('service_unavailable'));
    await expect(excluded(one, since)).rejects.toEqual(code('service_unavailable'));
    await save({ join: [offers.id] });
    expect(await page(undefined)).toHaveLength(1);
  });

  it('apply to all addresses of the person, also to those that are added later', async () => {
    const { id } = await person({ EMAIL: [address], SMS: [NUMBER] });
    await service.messenger.request('subscriber.create', {
      ...{ id: newId(), userId, groupSlug: group.slug, channel: 'SMS', address: NUMBER, extraData: {} },
      consent: { source: 'KEY', keyId: newId() },
    });
    await oneClick(offers.id);
    expect(await reasons(offers.id)).toEqual([[true, 'TOPIC_OPTED_OUT']]);
    const another = `${newId()}@mail.test`;
    const addresses = { EMAIL: [address, another] };
    await service.messenger.request('person.update', { userId, id, addresses });
    await member({ address: another });
    expect(await reasons(offers.id)).toEqual([
      [true, 'TOPIC_OPTED_OUT'],
      [true, 'TOPIC_OPTED_OUT'],
    ]);
    await save({ address: another, join: [offers.id] });
    expect(await reasons(offers.id)).toEqual([
      [false, null],
      [false, null],
    ]);
  });

  it('apply to a person whom another one was merged into', async () => {
    const another = `${newId()}@mail.test`;
    const [one, other] = [await person({ EMAIL: [address] }), await person({ EMAIL: [another] })];
    await member({ address: another });
    await oneClick(offers.id);
    expect(await reasons(offers.id)).toEqual([[false, null]]);
    const merge = { by: someone, userId, id: other.id, otherId: one.id };
    await service.messenger.request('person.merge', merge);
    expect(await reasons(offers.id)).toEqual([[true, 'TOPIC_OPTED_OUT']]);
    // The link in an email to the merged person still works.
    expect(await left()).toEqual(['Offers']);
  });

  it('do not block everything if every topic is left', async () => {
    await member();
    await save({ leave: [offers.id, tips.id] });
    expect(await left()).toEqual(['Offers', 'Tips']);
    expect(await reasons()).toEqual([[false, null]]);
    expect((await get()).channels).toEqual([{ channel: 'EMAIL', state: 'ON' }]);
  });

  it('keep who changed what in the history', async () => {
    await member();
    await save({ leave: [offers.id] });
    await save({ join: [offers.id] });
    expect(await history()).toMatchObject({
      topics: [],
      pastTopics: [
        { topicId: offers.id, source: `preferences ${campaignId}`, liftedBy: `preferences ${campaignId}` },
      ],
    });
  });

  it('ignore topics of other users, deleted topics, and IDs that are no topics', async () => {
    await member();
    const foreign = await topic('Foreign', newId());
    await service.messenger.request('topic.delete', { userId, id: tips.id, by: someone });
    await save({ leave: [foreign.id, tips.id, newId()] });
    expect(await left()).toEqual([]);
    expect(await history()).toMatchObject({ topics: [] });
  });

  it('stop all email by one click on a link whose topic was deleted', async () => {
    await member();
    await service.messenger.request('topic.delete', { userId, id: offers.id, by: someone });
    await oneClick(offers.id);
    expect(await reasons()).toEqual([[true, null]]);
    expect((await get()).channels).toEqual([{ channel: 'EMAIL', state: 'OFF' }]);
  });

  it('stop all email by one click if the account wants it, or if the topic belongs to another user', async () => {
    await member();
    const foreign = await topic('Foreign', newId());
    await oneClick(foreign.id);
    expect((await get()).channels).toEqual([{ channel: 'EMAIL', state: 'OFF' }]);
    await save({ turnOn: ['EMAIL'] });
    const settings = { userId, by: someone, oneClick: 'ALL' as const };
    await service.messenger.request('consent-settings.update', settings);
    await oneClick(offers.id);
    expect(await get()).toMatchObject({ channels: [{ state: 'OFF' }], leavesAll: true });
    expect(await left()).toEqual([]);
  });

  it('turn channels off and on, except where the person must send START or complained', async () => {
    await person({ EMAIL: [address], SMS: [NUMBER] });
    await save({ turnOff: ['SMS'] });
    expect((await get()).channels).toEqual([
      { channel: 'EMAIL', state: 'ON' },
      { channel: 'SMS', state: 'OFF' },
    ]);
    await save({ turnOn: ['SMS'], turnOff: ['EMAIL'] });
    expect((await get()).channels.map(({ state }) => state)).toEqual(['OFF', 'ON']);
    const complaint = {
      userId,
      channel: 'EMAIL',
      address,
      cause: 'COMPLAINED',
      campaignId,
      at: now(),
    } as const;
    await service.part(NoteConsent).returned(complaint);
    expect((await get()).channels[0]?.state).toBe('BLOCKED');
    await save({ turnOn: ['EMAIL'] });
    expect((await get()).channels[0]?.state).toBe('BLOCKED');
  });

  it('stop everything, on all channels', async () => {
    await person({ EMAIL: [address], SMS: [NUMBER], WHATSAPP: [NUMBER] });
    await save({ everything: true });
    expect((await get()).channels.map(({ state }) => state)).toEqual(['OFF', 'OFF', 'OFF']);
  });

  it('skip a person during a pause, until it ends', async () => {
    await member();
    const until = new Date(Date.now() + 86_400_000).toISOString();
    expect((await save({ snoozeUntil: until })).snoozedUntil).toBe(until);
    expect(await reasons(offers.id)).toEqual([[true, 'SNOOZED']]);
    expect((await save({ snoozeUntil: null })).snoozedUntil).toBeNull();
    expect(await reasons(offers.id)).toEqual([[false, null]]);
    await save({ snoozeUntil: new Date(Date.now() - 1_000).toISOString() });
    expect(await get()).toMatchObject({ snoozedUntil: null });
    expect(await reasons(offers.id)).toEqual([[false, null]]);
  });

  it('store the language of a known person only', async () => {
    expect(await save({ locale: 'de' })).toMatchObject({ locale: null, isKnown: false });
    await member();
    expect(await save({ locale: 'de' })).toMatchObject({ locale: 'de', isKnown: true });
  });

  it('hold after the address is erased and added again', async () => {
    await member();
    await oneClick(offers.id);
    await save({ snoozeUntil: new Date(Date.now() + 86_400_000).toISOString() });
    const step = { erasureId: newId(), userId, address, after: null };
    const times = { begunAt: new Date().toISOString(), repeatsAfterMs: 0 };
    await service.messenger.request('erasure.step-in-subscriber', { ...step, ...times });
    const stored = await service.stored('suppressions').find().toArray();
    expect(JSON.stringify(stored)).not.toContain(address);
    await member();
    expect(await reasons(offers.id)).toEqual([[true, 'TOPIC_OPTED_OUT']]);
    expect(await get()).toMatchObject({ snoozedUntil: null, isKnown: true });
    expect(await left()).toEqual(['Offers']);
    await save({ join: [offers.id] });
    expect(await reasons(offers.id)).toEqual([[false, null]]);
  });

  it('are part of the personal data of the address', async () => {
    await member();
    await oneClick(offers.id);
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await save({ snoozeUntil: until });
    const query = { userId, address };
    expect((await service.messenger.request('person.eligibility', query)).suppressions).toMatchObject([
      { causes: [], topics: [{ topicId: offers.id }], snoozedUntil: until },
    ]);
  });
});
