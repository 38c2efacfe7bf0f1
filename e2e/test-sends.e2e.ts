import { newGroup, newUser, subscribe, unique } from '../dev/driver/arrange';
import { type Json, call, data, killService, text, until } from '../dev/driver/api';
import { inboxOf } from '../dev/driver/inbox';
import { magicNumber, newNumber, newPhoneUser } from '../dev/driver/phones';

jest.setTimeout(90_000);

describe('a test of a campaign', () => {
  it('arrives by email like the campaign, and is not in any report', async () => {
    const user = await newUser();
    const group = await newGroup(user);
    const ann = `${unique('ann')}@example.com`;
    await subscribe(user, group, ann, { name: 'Ann' });
    const draft = { name: 'For {{name}}', emailMessage: '<p>Hi {{name}}</p>', groups: [group.id] };
    const id = text(await data('POST', '/campaigns/create', draft, user.key), 'createCampaign', '_id');
    const path = `/campaigns/${id}`;
    const before = await data('GET', path, undefined, user.key);
    const test = { channel: 'EMAIL', identifier: ann, extraData: { name: 'Test' } };
    const answer = await call('POST', `${path}/test`, test, user.key);
    expect(answer).toMatchObject({
      status: 202,
      body: { data: { testCampaign: { channel: 'EMAIL', identifier: ann, state: 'SENT' } } },
    });
    const [mail] = await inboxOf(ann);
    expect(mail).toMatchObject({
      subject: '[Test] For Test',
      html: expect.stringContaining('Hi Test') as string,
    });
    expect(await data('GET', path, undefined, user.key)).toEqual(before);
    const { report } = await data('GET', `${path}/report`, undefined, user.key);
    expect(report).toMatchObject({ total: 0 });

    // The campaign's own delivery is a different email.
    await data('POST', '/campaigns/publish', { campaignId: id }, user.key);
    await expect(arrived(ann, 2)).resolves.toHaveLength(2);
    const ids = (await inboxOf(ann)).map(({ headers }) => (headers as Json)['message-id']);
    expect(new Set(ids).size).toBe(2);
    const after = await data('GET', `${path}/report`, undefined, user.key);
    expect(after.report).toMatchObject({ total: 1 });
  });

  it('has a working unsubscribe link, and is refused for that address afterward', async () => {
    const user = await newUser();
    const group = await newGroup(user);
    const ann = `${unique('ann')}@example.com`;
    const draft = { name: 'News', emailMessage: '<p>Hi</p>', groups: [group.id] };
    const id = text(await data('POST', '/campaigns/create', draft, user.key), 'createCampaign', '_id');
    const test = { channel: 'EMAIL', identifier: ann };
    await data('POST', `/campaigns/${id}/test`, test, user.key);
    const [mail] = await inboxOf(ann);
    const [link = ''] = /http\S+\/u\/[\w-]+/.exec(String(mail?.text)) ?? [];
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    const refused = await call('POST', `/campaigns/${id}/test`, test, user.key);
    expect([refused.status, refused.body.code]).toEqual([409, 'address_suppressed']);
    expect(await inboxOf(ann)).toHaveLength(1);
  });

  it('arrives by SMS once, and reports the response of the provider', async () => {
    const user = await newPhoneUser();
    const group = await newGroup(user);
    const draft = { name: 'News', smsMessage: 'Hi {{name}}', groups: [group.id] };
    const id = text(await data('POST', '/campaigns/create', draft, user.key), 'createCampaign', '_id');
    const test = (body: object) => call('POST', `/campaigns/${id}/test`, body, user.key);
    const ann = newNumber();
    const sent = await test({ channel: 'sms', identifier: ann, extraData: { name: 'Ann' } });
    expect([sent.status, sent.body]).toMatchObject([202, { data: { testCampaign: { state: 'SENT' } } }]);
    expect(await inboxOf(ann)).toMatchObject([{ channel: 'SMS', from: user.sender, text: '[Test] Hi Ann' }]);
    const optedOut = { channel: 'SMS', identifier: '+15005550004' };
    expect((await test(optedOut)).body).toMatchObject({ data: { testCampaign: { state: 'FAILED' } } });
    await until('the suppression', 60, async () => (await test(optedOut)).body.code === 'address_suppressed');
    const silent = magicNumber(408);
    const doubtful = await test({ channel: 'SMS', identifier: silent });
    expect(doubtful.body).toMatchObject({ data: { testCampaign: { state: 'UNCONFIRMED' } } });
    expect(await inboxOf(silent, user)).toHaveLength(1);
    const nothing = await test({ channel: 'whatsapp', identifier: ann });
    expect([nothing.status, nothing.body]).toMatchObject([422, { errors: [{ field: 'channel' }] }]);
  });

  it('is not sent again when its worker is killed, and works again with the next worker', async () => {
    const user = await newPhoneUser();
    const group = await newGroup(user);
    const draft = { name: 'News', smsMessage: 'Hi', groups: [group.id] };
    const id = text(await data('POST', '/campaigns/create', draft, user.key), 'createCampaign', '_id');
    const test = (identifier: string) =>
      call('POST', `/campaigns/${id}/test`, { channel: 'SMS', identifier }, user.key);
    const silent = magicNumber(408);
    const answer = test(silent);
    await until('the message', 60, async () => (await inboxOf(silent, user)).length > 0);
    await killService('sms-worker');
    expect((await answer).body).toMatchObject({ data: { testCampaign: { state: 'UNCONFIRMED' } } });
    expect(await inboxOf(silent, user)).toHaveLength(1);
    const ann = newNumber();
    await until('the next worker', 60, async () => (await test(ann)).status === 202, 7_000);
    expect(await inboxOf(ann)).toHaveLength(1);
  });

  it('needs a provider', async () => {
    const user = await newUser();
    const group = await newGroup(user);
    const draft = { name: 'News', smsMessage: 'Hi', groups: [group.id] };
    const id = text(await data('POST', '/campaigns/create', draft, user.key), 'createCampaign', '_id');
    const none = await call(
      'POST',
      `/campaigns/${id}/test`,
      { channel: 'SMS', identifier: newNumber() },
      user.key,
    );
    expect([none.status, none.body.code]).toEqual([404, 'integration_not_found']);
  });
});

async function arrived(address: string, count: number): Promise<Json[]> {
  return until(`${count} mails`, 60, async () => {
    const mails = await inboxOf(address);
    return mails.length >= count ? mails : null;
  });
}
