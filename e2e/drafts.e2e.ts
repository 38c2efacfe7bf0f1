import { newGroup, newUser, subscribe, unique } from '../dev/driver/arrange';
import { type Json, call, data, list, text, until } from '../dev/driver/api';
import { inboxOf } from '../dev/driver/inbox';

jest.setTimeout(90_000);

/**
 * Normalizes a rendered mail: all links that are specific to one email are equal, and so are all encodings of a line
 * break.
 */
const alike = (shown: unknown): string =>
  String(shown)
    .replaceAll(/\/u\/[\w.-]+/g, '/u/…')
    .replaceAll('\r\n', '\n')
    .trim();

describe('a draft', () => {
  it('is edited, counted, and previewed, and arrives as in the preview', async () => {
    const user = await newUser('UPGRADED');
    const [group, other] = [await newGroup(user), await newGroup(user)];
    const [ada, bob] = [`${unique('ada')}@example.com`, `${unique('bob')}@example.com`];
    const subscriberId = await subscribe(user, group, ada);
    const found = await data('GET', `/people?identifier=${ada}`, undefined, user.key);
    const personId = text(list(found, 'people')[0], '_id');
    await data('PATCH', `/people/${personId}`, { attributes: { name: 'Ada' } }, user.key);
    for (const to of [group, other]) await subscribe(user, to, bob);
    await data('POST', '/suppressions', { channel: 'email', identifier: bob }, user.key);

    const draft = { name: 'Old', emailMessage: '<p>Old</p>', smsMessage: 'Old', groups: [group.id] };
    const id = text(await data('POST', '/campaigns/create', draft, user.key), 'createCampaign', '_id');
    const path = `/campaigns/${id}`;
    const change = {
      name: 'For {{name|you}}',
      emailMessage: '<html><body><p>Dear {{name}} <b>&amp; ü</b> <{{city}}></p></body></html>',
      smsMessage: null,
      groups: [group.id, other.id],
    };
    const { updateCampaign } = await data('PATCH', path, change, user.key);
    expect(updateCampaign).toMatchObject({ status: 'DRAFT', name: change.name, groups: change.groups });

    const { updatedAt: ifUpdatedAt } = updateCampaign as Json;
    await data('PATCH', path, { shouldRemoveWatermark: true, ifUpdatedAt }, user.key);
    const late = await call('PATCH', path, { name: 'Overwritten', ifUpdatedAt }, user.key);
    expect([late.status, late.body.code]).toEqual([409, 'campaign_changed']);

    const EMAIL = { members: 3, distinct: 2, suppressed: 1, reachable: 1 };
    const { audience } = await data('GET', `${path}/audience`, undefined, user.key);
    expect(audience).toMatchObject({ total: 2, channels: { EMAIL } });
    const { previewCampaign } = await data('POST', `${path}/preview`, { subscriberId }, user.key);
    expect(previewCampaign).toMatchObject({ SMS: null, WHATSAPP: null, missingKeys: ['city'] });

    await data('POST', '/campaigns/publish', { campaignId: id }, user.key);
    const [mail] = await until('the mail', 60, async () => {
      const mails = await inboxOf(ada);
      return mails.length > 0 ? mails : null;
    });
    const shown = (previewCampaign as { EMAIL: Json }).EMAIL;
    expect(mail?.subject).toBe(shown.subject);
    expect(alike(mail?.html)).toBe(alike(shown.html));
    expect(alike(mail?.text)).toBe(alike(shown.text));
    const { report } = await data('GET', `${path}/report`, undefined, user.key);
    expect(report).toMatchObject({ total: 2 });

    const edited = await call('PATCH', path, { name: 'Late' }, user.key);
    expect([edited.status, edited.body.code]).toEqual([409, 'campaign_not_draft']);
    const copied = await call('POST', `${path}/duplicate`, undefined, user.key);
    expect([copied.status, copied.body]).toMatchObject([
      201,
      { data: { duplicateCampaign: { status: 'DRAFT', name: change.name, publishedAt: null } } },
    ]);
    const { campaign } = await data(
      'GET',
      String(copied.headers.location).replace('/api/v1', ''),
      undefined,
      user.key,
    );
    expect(campaign).toMatchObject({ status: 'DRAFT', groups: change.groups });
  });
});

describe('a subscriber', () => {
  it('is read, changed, and moved under the same ID', async () => {
    const user = await newUser();
    const [group, other] = [await newGroup(user), await newGroup(user)];
    const id = await subscribe(user, group, `${unique('ada')}@example.com`, { name: 'Ada' });
    const { subscriber } = await data('GET', `/subscribers/${id}`, undefined, user.key);
    const change = { extraData: { name: 'Ann' }, groupSlug: other.slug };
    const { updateSubscriber } = await data('PATCH', `/subscribers/${id}`, change, user.key);
    expect(updateSubscriber).toEqual({
      ...(subscriber as Json),
      extraData: change.extraData,
      group: other.id,
      updatedAt: expect.any(String) as string,
    });
    const there = await data('GET', `/subscribers?groupId=${other.id}`, undefined, user.key);
    expect(there.subcribers).toMatchObject([{ _id: id, extraData: change.extraData }]);
    expect((await data('GET', `/subscribers?groupId=${group.id}`, undefined, user.key)).subcribers).toEqual(
      [],
    );
  });
});
