import { type TestGroup, type TestUser, newGroup, newUser, subscribe, unique } from '../dev/driver/arrange';
import { type Json, call, data, list, text, until } from '../dev/driver/api';
import { inboxOf } from '../dev/driver/inbox';

jest.setTimeout(240_000);

const emailMessage = '<p>Hello</p>';

describe('the explanation of a campaign', () => {
  let user: TestUser;
  let stranger: TestUser;
  let friends: TestGroup;
  let staff: TestGroup;
  let readers: TestGroup;
  let campaign: string;
  let draft: string;
  const at = `${unique('x')}.example.com`;
  const addressOf = (name: string): string => `${name}@${at}`;

  const explain = async (name: string, of = campaign): Promise<Json> =>
    (await data('GET', `/campaigns/${of}/explain?identifier=${addressOf(name)}`, undefined, user.key))
      .explanation as Json;
  const addPerson = async (name: string, city: string): Promise<string> =>
    text(
      await data('POST', '/people', { email: [addressOf(name)], attributes: { city } }, user.key),
      'createPerson',
      '_id',
    );
  const segment = async (name: string, conditions: object): Promise<string> =>
    text(await data('POST', '/segments', { name, conditions }, user.key), 'createSegment', '_id');
  const publish = async (fields: object): Promise<string> => {
    const { createDraft } = await data('POST', '/campaigns/drafts', { emailMessage, ...fields }, user.key);
    const id = text(createDraft, '_id');
    await data('POST', '/campaigns/publish', { campaignId: id }, user.key);
    await until('the end of the campaign', 60, async () => {
      const { report } = await data('GET', `/campaigns/${id}/report`, undefined, user.key);
      return (report as Json).status === 'SENT';
    });
    return id;
  };

  beforeAll(async () => {
    [user, stranger] = [await newUser(), await newUser()];
    friends = await newGroup(user, 'Friends');
    staff = await newGroup(user, 'Staff');
    readers = await newGroup(user, 'Readers');
    for (const name of ['eva', 'gus', 'iva']) await addPerson(name, 'Oslo');
    await addPerson('fay', 'Bergen');
    for (const name of ['ann', 'bob', 'cid', 'dan', 'iva']) await subscribe(user, friends, addressOf(name));
    for (const name of ['eva', 'fay']) await subscribe(user, readers, addressOf(name));
    await subscribe(user, staff, addressOf('dan'));
    await data('POST', '/suppressions', { channel: 'email', identifier: addressOf('cid') }, user.key);
    await data('PATCH', `/people/${await personOf('iva')}`, { country: 'SE' }, user.key);

    const topic = text(await data('POST', '/topics', { name: 'Offers' }, user.key), 'createTopic', '_id');
    const inOslo = await segment('People in Oslo', { attribute: 'city', is: ['Oslo'] });
    const swedes = await segment('Swedes', { all: [{ country: ['SE'] }, { not: { group: staff.id } }] });
    await publish({ name: 'First', groups: [friends.id], audience: { topic, excludeGroups: [staff.id] } });
    // Bob leaves the topic with the link in the first email.
    const [mail] = await inboxOf(addressOf('bob'));
    const link = /href="([^"]*\/u\/[^"]*)"/.exec(String(mail?.html))?.[1] ?? '';
    const fields = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(link, { method: 'POST', body: fields })).status).toBe(200);

    const audience = { segments: [inOslo], excludeGroups: [staff.id], excludeSegments: [swedes], topic };
    campaign = await publish({ name: 'Second', groups: [friends.id], audience });
    await subscribe(user, friends, addressOf('hal'));
    const saved = await data('POST', '/campaigns/drafts', { name: 'Third', groups: [friends.id] }, user.key);
    draft = text(saved, 'createDraft', '_id');
  });

  const personOf = async (name: string): Promise<string> => {
    const found = await data('GET', `/people?identifier=${addressOf(name)}`, undefined, user.key);
    return text(list(found, 'people')[0], '_id');
  };

  it.each([
    ['ann', 'SENT', 'The email was sent. No delivery was reported. The person is in the group “Friends”.'],
    ['bob', 'TOPIC_OPTED_OUT', 'The person left the topic “Offers” of the campaign on'],
    ['cid', 'SUPPRESSED', 'The address is suppressed since'],
    ['dan', 'EXCLUDED', 'The campaign excludes the person: the group “Staff”.'],
    ['eva', 'SENT', 'The person is in the segment “People in Oslo”.'],
    ['fay', 'NOT_TARGETED', 'The person is in no group and no segment of the campaign.'],
    ['gus', 'NO_MEMBERSHIP', 'matches the segment “People in Oslo”, but is not a member of any group'],
    ['hal', 'JOINED_LATER', 'The person joined the group “Friends” after the campaign was planned.'],
    ['iva', 'EXCLUDED', 'The campaign excludes the person: the segment “Swedes”.'],
    ['joe', 'UNKNOWN_PERSON', 'No person of the account has this address'],
  ])('says why %s got it or not: %s', async (name, result, summary) => {
    const explanation = await explain(name);
    expect(explanation).toMatchObject({ campaign, result, isPlanned: true });
    expect(explanation.summary).toContain(summary);
  });

  it('agrees with the ledger about everyone in it', async () => {
    const all = await data('GET', `/campaigns/${campaign}/deliveries`, undefined, user.key);
    const deliveries = list(all, 'deliveries');
    expect(deliveries).toHaveLength(6);
    for (const { identifier, state, reason, _id } of deliveries) {
      const explanation = await explain(String(identifier).split('@')[0] ?? '');
      expect(explanation.result).toBe(state === 'SKIPPED' ? reason : state);
      expect(list(explanation, 'deliveries')).toMatchObject([{ _id, state, reason, identifier }]);
    }
  });

  it('has every clause with the value of the person', async () => {
    const { excludeSegments } = await explain('iva');
    expect(excludeSegments).toMatchObject([
      {
        ...{ name: 'Swedes', version: 1, outcome: true },
        clauses: [
          { depth: 0, operator: 'all', outcome: true },
          { depth: 1, condition: { country: ['SE'] }, value: 'SE', outcome: true },
          { depth: 1, operator: 'not', outcome: true },
          { depth: 2, condition: { group: staff.id }, value: false, outcome: false },
        ],
      },
    ]);
  });

  it('uses the values that the person had at that time', async () => {
    const id = await personOf('eva');
    await data('PATCH', `/people/${id}`, { attributes: { city: 'Rome' } }, user.key);
    const { explanation } = await data(
      'GET',
      `/campaigns/${campaign}/explain?personId=${id}`,
      undefined,
      user.key,
    );
    expect(explanation).toMatchObject({
      ...{ person: id, result: 'SENT' },
      segments: [
        { outcome: true, mayHaveChanged: false, clauses: [{ value: 'Oslo', mayHaveChanged: false }] },
      ],
    });
  });

  it('finds a person by an address that changed since, and after a merge', async () => {
    const [eva, fay] = [await personOf('eva'), await personOf('fay')];
    const email = [addressOf('eva.new')];
    await data('PATCH', `/people/${eva}`, { email }, user.key);
    const delivery = { identifier: addressOf('eva'), state: 'SENT' };
    for (const name of ['eva', 'eva.new'])
      expect(await explain(name)).toMatchObject({ person: eva, result: 'SENT', deliveries: [delivery] });
    await data('POST', `/people/${fay}/merge`, { personId: eva }, user.key);
    for (const name of ['eva', 'eva.new', 'fay'])
      expect(await explain(name)).toMatchObject({ person: fay, result: 'SENT', deliveries: [delivery] });
    expect((await explain('eva')).segments).toMatchObject([{ outcome: true, clauses: [{ value: 'Oslo' }] }]);
  });

  it('describes what a draft would do', async () => {
    expect(await explain('ann', draft)).toMatchObject({
      ...{ result: 'NOT_STARTED', status: 'DRAFT', isPlanned: false, plannedAt: null },
      summary: 'The campaign has not started. As of now, it targets the person.',
    });
    expect((await explain('fay', draft)).summary).toContain('does not target the person');
  });

  it('shows nothing to other accounts', async () => {
    const path = (of: string, query: string): string => `/campaigns/${of}/explain?${query}`;
    const code = async (of: string, query: string, key: string): Promise<unknown> => {
      const { status, body } = await call('GET', path(of, query), undefined, key);
      return [status, body.code];
    };
    const id = await personOf('ann');
    const byAddress = `identifier=${addressOf('ann')}`;
    expect(await code(campaign, byAddress, stranger.key)).toEqual([404, 'campaign_not_found']);
    expect(await code(id, byAddress, stranger.key)).toEqual([404, 'campaign_not_found']);
    const saved = await data('POST', '/campaigns/drafts', { name: 'Own' }, stranger.key);
    const own = text(saved, 'createDraft', '_id');
    expect(await code(own, `personId=${id}`, stranger.key)).toEqual([404, 'person_not_found']);
    expect(await code(own, `personId=${own}`, stranger.key)).toEqual([404, 'person_not_found']);
    const { explanation } = await data('GET', path(own, byAddress), undefined, stranger.key);
    expect(explanation).toMatchObject({ person: null, groups: [], suppressions: [], deliveries: [] });
  });

  it('keeps erased people erased', async () => {
    const id = await personOf('bob');
    const erased = await data('DELETE', '/people/data', { identifier: addressOf('bob') }, user.key);
    await until('the end of the erasure', 120, async () => {
      const path = `/people/erasures/${text(erased, 'erasePerson', '_id')}`;
      return ((await data('GET', path, undefined, user.key)).erasure as Json).state === 'DONE';
    });
    expect(await explain('bob')).toMatchObject({
      ...{ person: null, result: 'UNKNOWN_PERSON', groups: [{ memberships: [] }], deliveries: [] },
    });
    const { status } = await call(
      'GET',
      `/campaigns/${campaign}/explain?personId=${id}`,
      undefined,
      user.key,
    );
    expect(status).toBe(404);
  });
});
