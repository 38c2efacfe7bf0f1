import { newGroup, newUser, type TestGroup, type TestUser, unique } from '../dev/driver/arrange';
import { call, data, list, text, until } from '../dev/driver/api';

const anId: unknown = expect.stringMatching(/^[0-9a-f]{24}$/);
const aTime: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const aToken: unknown = expect.stringMatching(/^[\w-]{43}$/);
const NOBODY = 'f'.repeat(24);

describe('the contract', () => {
  let user: TestUser;
  let group: TestGroup;

  beforeAll(async () => {
    user = await newUser();
    group = await newGroup(user);
  });

  const draft = async (fields: object = {}) => {
    const body = { name: 'Spring news', emailMessage: '<p>Hi</p>', groups: [group.id], ...fields };
    const answer = await call('POST', '/campaigns/create', body, user.key);
    return { answer, campaign: answer.body.data as { createCampaign: Record<string, unknown> } };
  };

  describe('of campaigns', () => {
    it('creates a draft and returns exactly its nine fields', async () => {
      const { answer, campaign } = await draft({ whatsappMessage: '*Hi*', smsMessage: 'Hi' });
      expect(answer.status).toBe(201);
      expect(answer.headers.location).toBe(`/api/v1/campaigns/${text(campaign, 'createCampaign', '_id')}`);
      expect(Object.keys(answer.body)).toEqual(['data']);
      expect(Object.keys(campaign)).toEqual(['createCampaign']);
      expect(campaign.createCampaign).toEqual({
        _id: anId,
        creator: user.id,
        name: 'Spring news',
        status: 'DRAFT',
        message: '<p>Hi</p>',
        shouldRemoveWatermark: false,
        groups: [group.id],
        createdAt: aTime,
        updatedAt: aTime,
      });
    });

    it('publishes a draft: SENDING, eleven fields, a later updatedAt', async () => {
      const { campaign } = await draft({ smsMessage: 'Hi' });
      const published = await call(
        'POST',
        '/campaigns/publish',
        { campaignId: campaign.createCampaign._id },
        user.key,
      );
      expect(published.status).toBe(200);
      expect(published.body.data).toEqual({
        publishCampaign: {
          ...campaign.createCampaign,
          status: 'SENDING',
          whatsappMessage: null,
          smsMessage: 'Hi',
          updatedAt: aTime,
        },
      });
      expect(
        text(published.body, 'data', 'publishCampaign', 'updatedAt') >
          String(campaign.createCampaign.updatedAt),
      ).toBe(true);
      const again = await call(
        'POST',
        '/campaigns/publish',
        { campaignId: campaign.createCampaign._id },
        user.key,
      );
      expect([again.status, again.body.code]).toEqual([409, 'campaign_not_draft']);
    });

    it('lists the campaigns of the user, newest first, each as it was created', async () => {
      const owner = await newUser();
      const { id } = await newGroup(owner);
      const first = await data(
        'POST',
        '/campaigns/create',
        { name: 'One', smsMessage: 'Hi', groups: [id] },
        owner.key,
      );
      const second = await data(
        'POST',
        '/campaigns/create',
        { name: 'Two', smsMessage: 'Hi', groups: [id] },
        owner.key,
      );
      const answer = await call('GET', '/campaigns', undefined, owner.key);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ data: { campaigns: [second.createCampaign, first.createCampaign] } });
      expect(list(answer.body, 'data', 'campaigns')[0]?.message).toBe('');
    });

    it('deletes several and returns their IDs in the requested order', async () => {
      const one = (await draft()).campaign.createCampaign._id;
      const two = (await draft()).campaign.createCampaign._id;
      const answer = await call('DELETE', '/campaigns', { campaignIds: [two, NOBODY, one, two] }, user.key);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        data: { deleteCampaigns: { result: { n: 2, ok: 1 }, deletedCount: 2, ids: [two, one] } },
      });
      const again = await call('DELETE', '/campaigns', { campaignIds: [one] }, user.key);
      expect(again.body).toEqual({
        data: { deleteCampaigns: { result: { n: 0, ok: 1 }, deletedCount: 0, ids: [] } },
      });
    });
  });

  describe('of subscribers', () => {
    const create = (fields: object) =>
      call('POST', '/subscribers', { groupSlug: group.slug, ...fields }, user.key);

    it.each([
      ['email', ' Ada.Lovelace+news@Exämple.ORG ', 'EMAIL', 'ada.lovelace+news@xn--exmple-cua.org'],
      ['whatsapp', '+49 30 901820', 'WHATSAPP', '+4930901820'],
      ['SMS', '+1 (202) 555-0143', 'SMS', '+12025550143'],
    ])('registers a person by %s at once', async (integration, identifier, channel, canonical) => {
      const answer = await create({ integration, identifier, extraData: { name: 'Ada' } });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        data: {
          subscribe: {
            _id: anId,
            integration: channel,
            identifier: canonical,
            subscriberToken: aToken,
            group: group.id,
            user: user.id,
            extraData: { name: 'Ada' },
            isVerified: true,
            createdAt: aTime,
            updatedAt: aTime,
          },
        },
      });
    });

    it('lists the members of a group, with the same input as body or query of GET, without user and isVerified', async () => {
      const own = await newGroup(user);
      const body = { integration: 'email', identifier: 'list@example.com', groupSlug: own.slug };
      const { subscribe } = (await data('POST', '/subscribers', body, user.key)) as {
        subscribe: Record<string, unknown>;
      };
      const { user: _user, isVerified: _isVerified, ...listed } = subscribe;
      const answer = await call('GET', '/subscribers', { groupId: own.id }, user.key);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ data: { subcribers: [listed] } });
      expect(listed.extraData).toEqual({});
      expect((await call('GET', `/subscribers?groupId=${own.id}`, undefined, user.key)).body).toEqual(
        answer.body,
      );
    });

    it('refuses a duplicate address in a group, and names the existing subscriber', async () => {
      const first = await create({ integration: 'email', identifier: 'twice@example.com' });
      const second = await create({ integration: 'email', identifier: 'TWICE@example.com' });
      expect(second.status).toBe(409);
      expect(second.body).toMatchObject({
        code: 'subscriber_exists',
        subscriberId: text(first.body, 'data', 'subscribe', '_id'),
      });
    });

    it('unsubscribes several from a group', async () => {
      const created = await create({ integration: 'email', identifier: `${unique('gone')}@example.com` });
      const id = text(created.body, 'data', 'subscribe', '_id');
      const answer = await call(
        'DELETE',
        '/subscribers',
        { groupId: group.id, subscriberIds: [id, NOBODY] },
        user.key,
      );
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        data: { deleteSubcribers: { result: { n: 1, ok: 1 }, deletedCount: 1, ids: [id] } },
      });
    });
  });

  it('rejects an update without changes', async () => {
    const { campaign } = await draft();
    const draftId = text(campaign, 'createCampaign', '_id');
    for (const path of [`/groups/${group.id}`, `/campaigns/${draftId}`]) {
      const { status, body } = await call('PATCH', path, {}, user.key);
      expect([path, status, body.errors]).toEqual([
        path,
        422,
        [expect.objectContaining({ field: '', code: 'required' })],
      ]);
    }
  });

  it('shows a user no data of another user', async () => {
    const stranger = await newUser();
    const { campaign } = await draft();
    const campaignId = campaign.createCampaign._id;
    const refused = await Promise.all([
      call('POST', '/campaigns/publish', { campaignId }, stranger.key),
      call('GET', '/subscribers', { groupId: group.id }, stranger.key),
      call('GET', `/campaigns/${String(campaignId)}/report`, undefined, stranger.key),
      call('POST', '/campaigns/create', { name: 'x', smsMessage: 'x', groups: [group.id] }, stranger.key),
    ]);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'campaign_not_found'],
      [404, 'group_not_found'],
      [404, 'campaign_not_found'],
      [404, 'group_not_found'],
    ]);
    const deleted = await call('DELETE', '/campaigns', { campaignIds: [campaignId] }, stranger.key);
    expect(deleted.body).toMatchObject({ data: { deleteCampaigns: { deletedCount: 0 } } });
  });

  it('rejects a key soon after it is revoked', async () => {
    const owner = await newUser();
    const second = await data('POST', '/api-keys', { name: 'second' }, owner.key);
    const key = text(second, 'createApiKey', 'key');
    expect((await call('GET', '/campaigns', undefined, key)).status).toBe(200);
    await data('DELETE', `/api-keys/${text(second, 'createApiKey', '_id')}`, undefined, owner.key);
    await until('its end', 60, async () => (await call('GET', '/campaigns', undefined, key)).status === 401);
  });
});
