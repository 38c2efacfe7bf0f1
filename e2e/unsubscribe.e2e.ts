import { type Json, data, list, until } from '../dev/driver/api';
import {
  type TestGroup,
  type TestUser,
  newGroup,
  newUser,
  send,
  subscribe,
  unique,
} from '../dev/driver/arrange';
import { inboxOf } from '../dev/driver/inbox';
import { stack } from '@carillon/stack';

/** The link in an email's header that an email client would use. */
function linkIn(mail: Json | undefined): string {
  const headers = mail?.headers as Record<string, string>;
  return /^<(.*)>$/.exec(headers['list-unsubscribe']?.trim() ?? '')?.[1] ?? '';
}

const press = (link: string): Promise<Response> =>
  fetch(link, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    redirect: 'error',
  });

/** Sends a campaign, waits for its end, and returns its report. */
async function campaignTo(user: TestUser, group: TestGroup, emailMessage = '<p>News</p>'): Promise<Json> {
  const campaign = await send(user, [group], { name: unique('News'), emailMessage });
  return until('the end of the campaign', 60, async () => {
    const { report } = await data('GET', `/campaigns/${campaign}/report`, undefined, user.key);
    return (report as Json).status === 'SENT' ? (report as Json) : null;
  });
}

const suppressionsOf = async (user: TestUser): Promise<Json[]> =>
  list(await data('GET', '/suppressions', undefined, user.key), 'suppressions');

const skipped = (count: number): unknown[] => [
  expect.objectContaining({ state: 'SKIPPED', reason: 'SUPPRESSED', count }),
];

describe('the unsubscribe link of an email', () => {
  let user: TestUser;
  let group: TestGroup;
  let address: string;
  beforeEach(async () => {
    user = await newUser('UPGRADED');
    group = await newGroup(user);
    address = `${unique('reader')}@example.com`;
  });

  it('is in the header, the text, and the HTML on every plan', async () => {
    await subscribe(user, group, address);
    await campaignTo(user, group, '<body><a href="{{carillon.unsubscribeUrl}}">Stop</a></body>');
    const [mail] = await inboxOf(address);
    const link = linkIn(mail);
    expect(link.startsWith(`${stack().gatewayUrl}/u/`)).toBe(true);
    expect(mail?.headers).toMatchObject({ 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' });
    expect(String(mail?.html).split(`href="${link}"`)).toHaveLength(3);
    expect(mail?.text).toContain(`Stop [${link}]`);
    expect(mail?.text).toContain(`Unsubscribe: ${link}`);
    expect(mail?.text).toContain('Bell Tower Lane');
  });

  it('is in the reader’s language, and so is the page behind it', async () => {
    await subscribe(user, group, address, { Sprache: 'Deutsch' });
    await campaignTo(user, group);
    const [mail] = await inboxOf(address);
    const link = linkIn(mail);
    expect(mail?.text).toContain(`Abmelden: ${link}`);
    expect(mail?.html).toContain(`href="${link}"`);
    const page = await fetch(link, { headers: { 'accept-language': 'en' } });
    expect(await page.text()).toContain('<h1>Abmelden?</h1>');
  });

  it('unsubscribes when the button is pressed, not when the page is opened', async () => {
    await subscribe(user, group, address);
    await subscribe(user, group, `${unique('other')}@example.com`);
    await campaignTo(user, group);
    const [mail] = await inboxOf(address);
    const page = await fetch(linkIn(mail));
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await suppressionsOf(user)).toEqual([]);

    expect((await press(linkIn(mail))).status).toBe(200);
    expect((await press(linkIn(mail))).status).toBe(200);
    expect(await suppressionsOf(user)).toEqual([
      expect.objectContaining({ channel: 'EMAIL', identifier: address, reason: 'UNSUBSCRIBED' }),
    ]);
    const next = await campaignTo(user, group);
    expect(next).toMatchObject({ states: { SENT: 1, SKIPPED: 1 }, reasons: skipped(1) });
    expect(await inboxOf(address)).toHaveLength(1);
  });

  it('works after the subscriber and the campaign are deleted, and holds when they return', async () => {
    const subscriber = await subscribe(user, group, address);
    const campaign = String((await campaignTo(user, group)).campaignId);
    const [mail] = await inboxOf(address);
    const ids = { groupId: group.id, subscriberIds: [subscriber] };
    await data('DELETE', '/subscribers', ids, user.key);
    await data('DELETE', '/campaigns', { campaignIds: [campaign] }, user.key);

    expect((await press(linkIn(mail))).status).toBe(200);
    await subscribe(user, group, address);
    expect(await campaignTo(user, group)).toMatchObject({
      states: { SENT: 0, SKIPPED: 1 },
      reasons: skipped(1),
    });
    expect(await inboxOf(address)).toHaveLength(1);
  });

  it('unsubscribes from this sender only', async () => {
    const other = await newUser();
    const others = await newGroup(other);
    await subscribe(user, group, address);
    await subscribe(other, others, address);
    await campaignTo(user, group);
    const [mail] = await inboxOf(address);
    await press(linkIn(mail));
    expect(await campaignTo(other, others)).toMatchObject({ states: { SENT: 1 } });
  });

  it('leaves only the topic of the campaign, and the person chooses the rest on the page', async () => {
    const topic = async (name: string): Promise<string> =>
      String(((await data('POST', '/topics', { name }, user.key)).createTopic as Json)._id);
    const [offers, tips] = [await topic('Offers'), await topic('Tips')];
    await subscribe(user, group, address);
    const about = async (id: string): Promise<Json> => {
      const content = { name: unique('Topic'), emailMessage: '<p>Hello</p>', audience: { topic: id } };
      const campaign = await send(user, [group], content);
      return until('the end of the campaign', 60, async () => {
        const { report } = await data('GET', `/campaigns/${campaign}/report`, undefined, user.key);
        return (report as Json).status === 'SENT' ? (report as Json) : null;
      });
    };
    const left = [expect.objectContaining({ state: 'SKIPPED', reason: 'TOPIC_OPTED_OUT', count: 1 })];
    await about(offers);
    const [mail] = await inboxOf(address);
    const link = linkIn(mail);
    expect(await (await fetch(link)).text()).toContain('stop emails about “Offers”');
    expect((await press(link)).status).toBe(200);
    expect(await suppressionsOf(user)).toEqual([]);
    expect(await about(offers)).toMatchObject({ states: { SENT: 0, SKIPPED: 1 }, reasons: left });
    expect(await about(tips)).toMatchObject({ states: { SENT: 1 } });

    const fields: [string, string][] = [
      ['preferences', 'save'],
      ['was-topic', tips],
      ['topic', offers],
    ];
    const saved = await fetch(link, { method: 'POST', body: new URLSearchParams(fields) });
    expect(await saved.text()).toContain('Topics that you receive: Offers.');
    expect(await about(offers)).toMatchObject({ states: { SENT: 1 } });
    expect(await about(tips)).toMatchObject({ states: { SENT: 0, SKIPPED: 1 }, reasons: left });
  });
});
