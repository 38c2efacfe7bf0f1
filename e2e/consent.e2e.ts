import {
  type TestGroup,
  type TestUser,
  newGroup,
  newUser,
  send,
  subscribe,
  unique,
} from '../dev/driver/arrange';
import { type Json, call, data, list, text, until } from '../dev/driver/api';
import { inboxOf } from '../dev/driver/inbox';
import { stack } from '@carillon/stack';

jest.setTimeout(90_000);

const content = { name: 'News', emailMessage: '<p>Hello</p>' };

async function suppress(user: TestUser, identifier: string): Promise<string> {
  const body = { channel: 'email', identifier };
  return text(await data('POST', '/suppressions', body, user.key), 'createSuppression', '_id');
}

async function suppressions(user: TestUser, query = ''): Promise<Json[]> {
  return list(await data('GET', `/suppressions${query}`, undefined, user.key), 'suppressions');
}

const sent = (campaign: string, user: TestUser): Promise<Json> =>
  until('the end of the campaign', 60, async () => {
    const report = (await data('GET', `/campaigns/${campaign}/report`, undefined, user.key)).report as Json;
    return report.status === 'SENT' ? report : null;
  });

async function deliveryTo(identifier: string, campaign: string, user: TestUser): Promise<Json | undefined> {
  const query = `?identifier=${encodeURIComponent(identifier)}`;
  const found = await data('GET', `/campaigns/${campaign}/deliveries${query}`, undefined, user.key);
  return list(found, 'deliveries')[0];
}

describe('a suppressed person', () => {
  let user: TestUser;
  let group: TestGroup;
  let ada: string;
  let bob: string;
  beforeEach(async () => {
    user = await newUser();
    group = await newGroup(user);
    ada = `${unique('ada')}@example.com`;
    bob = `${unique('bob')}@example.com`;
  });

  it('is skipped by every campaign until the suppression is deleted', async () => {
    await subscribe(user, group, ada);
    await subscribe(user, group, bob);
    const id = await suppress(user, ada.toUpperCase());
    const report = await sent(await send(user, [group], content), user);
    expect(report).toMatchObject({ total: 2, states: { SENT: 1, SKIPPED: 1 } });
    expect(report.reasons).toEqual([
      expect.objectContaining({ channel: 'EMAIL', state: 'SKIPPED', reason: 'SUPPRESSED', count: 1 }),
    ]);
    expect([(await inboxOf(ada)).length, (await inboxOf(bob)).length]).toEqual([0, 1]);

    await data('DELETE', '/suppressions', { suppressionIds: [id] }, user.key);
    await sent(await send(user, [group], content), user);
    expect([(await inboxOf(ada)).length, (await inboxOf(bob)).length]).toEqual([1, 2]);
  });

  it('can be the only recipient, and adding them again changes nothing', async () => {
    const member = await subscribe(user, group, ada);
    await suppress(user, ada);
    await data('DELETE', '/subscribers', { groupId: group.id, subscriberIds: [member] }, user.key);
    await subscribe(user, group, ada);
    const other = await newGroup(user);
    await subscribe(user, other, ada);
    const report = await sent(await send(user, [group, other], content), user);
    expect(report).toMatchObject({ total: 1, states: { SKIPPED: 1 } });
    expect(await suppressions(user)).toMatchObject([{ identifier: ada, reason: 'MANUAL', sender: null }]);
    expect(await inboxOf(ada)).toEqual([]);
  });

  it('includes an unknown mailbox as soon as a mail server has reported it', async () => {
    const nobody = `bounce+${unique('x')}@example.com`;
    await subscribe(user, group, nobody);
    const campaign = await send(user, [group], content);
    expect(await sent(campaign, user)).toMatchObject({ states: { FAILED: 1 } });
    await until('the suppression', 60, async () => (await suppressions(user, '?reason=BOUNCED')).length > 0);
    expect(await suppressions(user)).toMatchObject([
      { channel: 'EMAIL', identifier: nobody, reason: 'BOUNCED' },
    ]);
    expect(await sent(await send(user, [group], content), user)).toMatchObject({ states: { SKIPPED: 1 } });
    await data('POST', `/campaigns/${campaign}/retry`, { reasons: ['NO_SUCH_ADDRESS'] }, user.key);
    expect(await sent(campaign, user)).toMatchObject({ states: { FAILED: 0, SKIPPED: 1 } });
  });

  it('is excluded from a running campaign, as is a deleted subscriber', async () => {
    const { hostname, port } = new URL(stack().smtpUrl);
    const settings = {
      host: hostname,
      port: Number(port),
      security: 'none',
      fromAddress: 'news@own.example',
    };
    const slow = { channel: 'EMAIL', name: 'Slow', settings, ratePerSecond: 1 };
    await data('POST', '/integrations', slow, user.key);
    const people = Array.from({ length: 30 }, (_, n) => `${unique('slow')}.${n}@example.com`);
    const ids = new Map<string, string>();
    for (const person of people) ids.set(person, await subscribe(user, group, person));
    const campaign = await send(user, [group], content);
    await until('the first email', 60, async () => (await inboxOf(people[0] ?? '')).length > 0);
    const [unwilling = '', gone = ''] = people.slice(-2);
    await suppress(user, unwilling);
    const leaving = { groupId: group.id, subscriberIds: [ids.get(gone)] };
    await data('DELETE', '/subscribers', leaving, user.key);
    await data('PATCH', `/integrations/${await integrationOf(user)}`, { ratePerSecond: 1_000 }, user.key);
    expect(await sent(campaign, user)).toMatchObject({ states: { SENT: 28, SKIPPED: 2 } });
    const skipped = async (person: string): Promise<unknown> =>
      (await deliveryTo(person, campaign, user))?.reason;
    expect([await skipped(unwilling), await skipped(gone)]).toEqual(['SUPPRESSED', 'UNSUBSCRIBED']);
    expect([...(await inboxOf(unwilling)), ...(await inboxOf(gone))]).toEqual([]);
  });

  it('needs a confirmation to be removed from the list after an opt-out', async () => {
    await subscribe(user, group, ada);
    await sent(await send(user, [group], content), user);
    const [mail] = await inboxOf(ada);
    const [, link = ''] = /<(https?:[^>]+)>/.exec(text(mail, 'headers', 'list-unsubscribe')) ?? [];
    const clicked = await fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(clicked.status).toBe(200);
    const [suppression] = await suppressions(user, `?identifier=${ada}`);
    expect(suppression).toMatchObject({ reason: 'UNSUBSCRIBED', channel: 'EMAIL' });
    const suppressionIds = [text(suppression, '_id')];
    const refused = await call('DELETE', '/suppressions', { suppressionIds }, user.key);
    expect([refused.status, refused.body.code]).toEqual([409, 'suppression_by_recipient']);
    const again = await call('POST', '/suppressions', { channel: 'EMAIL', identifier: ada }, user.key);
    expect([again.status, text(again.body, 'data', 'createSuppression', 'reason')]).toEqual([
      200,
      'UNSUBSCRIBED',
    ]);
    await data('DELETE', '/suppressions', { suppressionIds, confirmConsent: true }, user.key);
    expect(await suppressions(user)).toEqual([]);
  });
});

async function integrationOf({ key }: TestUser): Promise<string> {
  return text(list(await data('GET', '/integrations', undefined, key), 'integrations')[0], '_id');
}
