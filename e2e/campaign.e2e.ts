import { newGroup, newUser, send, subscribe, subscribeAll, unique } from '../dev/driver/arrange';
import { type Json, call, data, list, text, until } from '../dev/driver/api';
import { inboxOf, receivedBy } from '../dev/driver/inbox';
import { stack } from '@carillon/stack';

const noSuchMailbox: unknown = expect.stringContaining('5.1.1');

const report = async (campaign: string, key: string): Promise<Json> =>
  (await data('GET', `/campaigns/${campaign}/report`, undefined, key)).report as Json;

const sent = (campaign: string, key: string, seconds = 60): Promise<Json> =>
  until('the end of the campaign', seconds, async () => {
    const now = await report(campaign, key);
    return now.status === 'SENT' ? now : null;
  });

describe('a published campaign', () => {
  it('arrives rendered for its recipient', async () => {
    const user = await newUser('FREE', 'Ada & Sons');
    const group = await newGroup(user);
    const address = `${unique('grace')}@example.com`;
    await subscribe(user, group, address, { name: 'Grace <3', city: { name: 'Paris' } });
    await send(user, [group], {
      name: 'News for {{name}}\u2014{{nick|friend}}',
      emailMessage: '<html><body><p>Dear {{name}} in {{city.name}}, {{missing}}!</p></body></html>',
    });
    const [mail] = await until('the mail', 60, async () => {
      const mails = await inboxOf(address);
      return mails.length > 0 ? mails : null;
    });
    expect(mail).toMatchObject({ channel: 'EMAIL', to: address, subject: 'News for Grace <3\u2014friend' });
    expect(mail?.html).toContain('Dear Grace &lt;3 in Paris, !');
    expect(mail?.text).toContain('Dear Grace <3 in Paris, !');
    expect(mail?.from).toMatch(/Ada & Sons/);
    const headers = mail?.headers as Json;
    expect(headers['message-id']).toMatch(/^<[\w.-]+@carillon\.example>$/);
    expect(headers['reply-to']).toMatch(/owner@example\.com/);
    expect(mail?.html).toMatch(/Carillon/);
  });

  it('arrives with its own subject, preheader, From name, and reply address', async () => {
    const user = await newUser('FREE', 'Ada & Sons');
    const group = await newGroup(user);
    const address = `${unique('own')}@example.com`;
    await subscribe(user, group, address, { name: 'Grace' });
    const content = {
      subject: 'For {{name}}',
      preheader: 'Two for one, {{name}} & friends',
      fromName: 'Zoë of Ada & Sons',
      replyTo: 'zoe@example.com',
    };
    const campaign = await send(user, [group], {
      name: 'Internal name',
      emailMessage: '<p>Hi</p>',
      ...content,
    });
    await sent(campaign, user.key);
    const [mail] = await inboxOf(address);
    expect(mail?.subject).toBe('For Grace');
    expect(mail?.from).toMatch(/Zoë of Ada & Sons/);
    expect((mail?.headers as Json)['reply-to']).toBe('zoe@example.com');
    expect(mail?.html).toMatch(/^<div style="display:none[^"]*">Two for one, Grace &amp; friends&zwnj;/);
    expect(mail?.text).not.toContain('Two for one');
    expect((await data('GET', `/campaigns/${campaign}`, undefined, user.key)).campaign).toMatchObject(
      content,
    );
  });

  it.each([
    ['UPGRADED', true, false],
    ['FREE', true, true],
    ['UPGRADED', false, true],
  ] as const)(
    'of a %s account with shouldRemoveWatermark %s shows the credits: %s',
    async (plan, shouldRemoveWatermark, shown) => {
      const user = await newUser(plan, 'Plain Name');
      const group = await newGroup(user);
      const address = `${unique('credits')}@example.com`;
      await subscribe(user, group, address);
      const campaign = await send(user, [group], {
        name: 'Credits',
        emailMessage: '<p>Hello</p>',
        shouldRemoveWatermark,
      });
      await sent(campaign, user.key);
      const [mail] = await inboxOf(address);
      const html = String(mail?.html);
      expect(html.includes('Sent with')).toBe(shown);
      expect(html).toContain('Bell Tower Lane');
    },
  );

  it('sends one message to a person in two groups, and the report adds up', async () => {
    const user = await newUser();
    const [first, second] = [await newGroup(user), await newGroup(user)];
    const name = unique('both');
    const people = Array.from({ length: 60 }, (_, n) => `${name}.${n}@example.com`);
    await subscribeAll(user, first, people.slice(0, 40));
    await subscribeAll(user, second, people.slice(20));
    const campaign = await send(user, [first, second], { name: 'Once', emailMessage: '<p>Once</p>' });
    const result = await sent(campaign, user.key);
    const received = await receivedBy();
    expect(people.map((address) => received.get(address))).toEqual(people.map(() => 1));
    expect(result).toMatchObject({ total: 60, states: { SENT: 60 }, planning: { done: true, planned: 60 } });
    const listed = list(
      await data('GET', `/campaigns/${campaign}/deliveries?state=SENT&limit=1000`, undefined, user.key),
      'deliveries',
    );
    expect(listed.map(({ identifier }) => identifier).sort()).toEqual([...people].sort());
  });

  it('reports the result of each recipient', async () => {
    const user = await newUser();
    const group = await newGroup(user);
    const [good, gone] = [`${unique('good')}@example.com`, `bounce+${unique('x')}@example.com`];
    await subscribe(user, group, good);
    await subscribe(user, group, gone);
    const sms = { integration: 'sms', identifier: '+12025550143', groupSlug: group.slug };
    await data('POST', '/subscribers', sms, user.key);
    const campaign = await send(user, [group], { name: 'Each', emailMessage: '<p>Hi</p>', smsMessage: 'Hi' });
    const result = await sent(campaign, user.key);
    expect(result).toMatchObject({ total: 3, states: { SENT: 1, FAILED: 1, SKIPPED: 1 }, waiting: [] });
    expect(
      list(result, 'reasons').map(({ channel, state, reason, count }) => [channel, state, reason, count]),
    ).toEqual(
      expect.arrayContaining([
        ['EMAIL', 'FAILED', expect.any(String), 1],
        ['SMS', 'SKIPPED', 'NO_INTEGRATION', 1],
      ]),
    );
    const failed = await data('GET', `/campaigns/${campaign}/deliveries?state=FAILED`, undefined, user.key);
    expect(list(failed, 'deliveries')).toEqual([
      expect.objectContaining({
        identifier: gone,
        channel: 'EMAIL',
        state: 'FAILED',
        providerCode: noSuchMailbox,
      }),
    ]);
  });

  it('ends as SENT without recipients', async () => {
    const user = await newUser();
    const campaign = await send(user, [await newGroup(user)], { name: 'Nobody', emailMessage: '<p>Hi</p>' });
    expect(await sent(campaign, user.key)).toMatchObject({ total: 0 });
  });

  it("uses the user's own mail server if there is one", async () => {
    const user = await newUser();
    const group = await newGroup(user);
    const address = `${unique('own')}@example.com`;
    await subscribe(user, group, address);
    const { hostname, port } = new URL(stack().smtpUrl);
    const settings = {
      host: hostname,
      port: Number(port),
      security: 'none',
      fromAddress: 'news@own.example',
      fromName: 'Own',
    };
    const created = await data(
      'POST',
      '/integrations',
      { channel: 'EMAIL', name: 'Mine', settings },
      user.key,
    );
    const integration = text(created, 'createIntegration', '_id');
    const checked = await data('POST', `/integrations/${integration}/test`, {}, user.key);
    expect(checked.testIntegration).toMatchObject({ ok: true });
    await sent(await send(user, [group], { name: 'Own', emailMessage: '<p>Hi</p>' }), user.key);
    const [mail] = await inboxOf(address);
    expect(mail?.from).toMatch(/news@own\.example/);
    expect((mail?.headers as Json)['message-id']).toMatch(/@own\.example>$/);
  });

  it('disappears at once when it is deleted', async () => {
    const user = await newUser();
    const group = await newGroup(user);
    await subscribe(user, group, `${unique('deleted')}@example.com`);
    const campaign = await send(user, [group], { name: 'Gone', emailMessage: '<p>Hi</p>' });
    await data('DELETE', '/campaigns', { campaignIds: [campaign] }, user.key);
    expect((await call('GET', `/campaigns/${campaign}/report`, undefined, user.key)).status).toBe(404);
    expect(list(await data('GET', '/campaigns', undefined, user.key), 'campaigns')).toEqual([]);
  });
});
