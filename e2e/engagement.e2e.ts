import { isDeepStrictEqual } from 'node:util';
import { type Json, data, list, until } from '../dev/driver/api';
import { type TestUser, newGroup, newUser, send, subscribe, unique } from '../dev/driver/arrange';
import { inboxOf } from '../dev/driver/inbox';

const SALE = 'https://shop.example/sale?a=1&b=2';
const emailMessage = `<p>Dear {{name|friend}}</p><a href="https://shop.example/sale?a=1&amp;b=2">Sale</a>
<a href="https://shop.example/for/{{name}}">Yours</a> <a href="{{carillon.unsubscribeUrl}}">Stop</a>`;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const visit = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers: { 'user-agent': firefox, ...headers }, redirect: 'manual' });

interface Sent {
  campaign: string;
  html: string;
  /** The tracking URLs of the link to the sale and of the tracking pixel. */
  click: string;
  open: string;
}

/** Sends a campaign to one reader of an account with this setting, and returns the data of the received mail. */
async function sentBy(user: TestUser, mode: string | null): Promise<Sent> {
  if (mode !== null) await data('PATCH', '/account/tracking', { mode }, user.key);
  const group = await newGroup(user);
  const address = `${unique('reader')}@example.com`;
  await subscribe(user, group, address, { name: 'Ann' });
  const campaign = await send(user, [group], { name: unique('News'), emailMessage });
  const mail = await until('the mail', 60, async () => (await inboxOf(address))[0] ?? null);
  const html = String(mail.html);
  return {
    campaign,
    html,
    click: /href="([^"]*\/c\/[^"]*)"/.exec(html)?.[1] ?? '',
    open: /src="([^"]*\/o\/[^"]*\.gif)"/.exec(html)?.[1] ?? '',
  };
}

const read = async (
  user: TestUser,
  campaign: string,
  what: 'report' | 'links' | 'deliveries',
): Promise<Json> => data('GET', `/campaigns/${campaign}/${what}`, undefined, user.key);

/** Returns the report when it shows this many clicks by people and this many automated clicks. */
const counted = (user: TestUser, campaign: string, clicks: object): Promise<Json> =>
  until('the clicks', 60, async () => {
    const { report } = await read(user, campaign, 'report');
    const { engagement } = report as { engagement: { clicks: Json } };
    const isSo = Object.entries(clicks).every(([what, count]) => engagement.clicks[what] === count);
    return isSo ? engagement : null;
  });

describe('opens and clicks', () => {
  let user: TestUser;
  beforeEach(async () => {
    user = await newUser();
  });

  it('are not tracked by default', async () => {
    const { campaign, html } = await sentBy(user, null);
    expect(html).toContain('href="https://shop.example/sale?a=1&amp;b=2"');
    expect(html).not.toMatch(/\/c\/|\/o\/|<img/);
    expect((await read(user, campaign, 'report')).report).toMatchObject({
      engagement: { mode: 'OFF', opens: { unique: null, total: 0, machine: 0 } },
    });
    expect(list(await read(user, campaign, 'links'), 'links')).toEqual([]);
  });

  it('are recorded per person if the account enables it', async () => {
    const { campaign, html, click, open } = await sentBy(user, 'FULL');
    expect(html).toContain('href="https://shop.example/for/Ann"');
    expect(html.match(/\/u\//g)).toHaveLength(2);
    expect((await visit(open)).headers.get('content-type')).toBe('image/gif');
    const led = await visit(click);
    expect([led.status, led.headers.get('location')]).toEqual([302, SALE]);
    await visit(click, { 'user-agent': `${firefox} (via ggpht.com GoogleImageProxy)` });
    const forged = await visit(`${click.slice(0, -2)}${click.endsWith('AA') ? 'BB' : 'AA'}`);
    expect([forged.status, forged.headers.get('location')]).toEqual([404, null]);

    const desktop = { DESKTOP: 1, PHONE: 0, TABLET: 0, UNKNOWN: 0 };
    expect(await counted(user, campaign, { unique: 1, total: 1, machine: 1 })).toEqual({
      mode: 'FULL',
      opens: { unique: 1, total: 1, machine: 0 },
      clicks: { unique: 1, total: 1, machine: 1 },
      devices: { opens: desktop, clicks: desktop },
    });
    const none = { unique: 0, total: 0, machine: 0 };
    expect(list(await read(user, campaign, 'links'), 'links')).toEqual([
      { url: SALE, counted: true, clicks: { unique: 1, total: 1, machine: 1 } },
      { url: 'https://shop.example/for/{{name}}', counted: false, clicks: none },
    ]);
    const time: unknown = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(list(await read(user, campaign, 'deliveries'), 'deliveries')).toMatchObject([
      { openedAt: time, clickedAt: time },
    ]);
  });

  it('are counted without people in aggregate mode, and for people with Do Not Track', async () => {
    const { campaign, click } = await sentBy(user, 'AGGREGATE');
    expect(click).toMatch(/\/c\/[\w-]{36}$/);
    await visit(click);
    expect(await counted(user, campaign, { unique: null, total: 1 })).toMatchObject({ mode: 'AGGREGATE' });
    expect(list(await read(user, campaign, 'deliveries'), 'deliveries')).toMatchObject([
      { openedAt: null, clickedAt: null },
    ]);

    const full = await sentBy(user, 'FULL');
    expect((await visit(full.click, { dnt: '1' })).status).toBe(302);
    expect(await counted(user, full.campaign, { unique: 0, total: 1 })).toMatchObject({ mode: 'FULL' });
  });

  it('lead to conversions, which the shop reports with a pixel and with its key, and which count once', async () => {
    await data('PATCH', '/account/tracking', { conversions: true }, user.key);
    const { campaign, click } = await sentBy(user, 'FULL');
    const target = new URL((await visit(click)).headers.get('location') ?? '');
    const token = target.searchParams.get('carillon_click') ?? '';
    expect(target.href).toBe(`${SALE}&carillon_click=${token}`);
    const pixel = new URL(click.replace(/\/c\/.*/, `/v/${token}.gif`));
    pixel.search = new URLSearchParams({ reference: '1042', value: '1000000', currency: 'EUR' }).toString();
    for (let n = 0; n < 3; n++)
      expect((await visit(pixel.href)).headers.get('content-type')).toBe('image/gif');
    const conversions = (counts: object) =>
      until('the conversions', 60, async () => {
        const { report } = await read(user, campaign, 'report');
        return isDeepStrictEqual((report as Json).conversions, counts) || null;
      });
    await conversions({ unique: 1, total: 1, values: [{ currency: 'EUR', sum: '1000000' }] });
    const order = { click: token, reference: '1042', value: '49.90', currency: 'EUR' };
    for (let n = 0; n < 2; n++)
      expect((await data('POST', '/conversions', order, user.key)).recordConversion).toMatchObject({
        ...{ campaign, reference: '1042', value: '49.90', source: 'API' },
      });
    await data('POST', '/conversions', { ...order, reference: '1043', value: '0.20' }, user.key);
    await conversions({ unique: 1, total: 2, values: [{ currency: 'EUR', sum: '50.10' }] });
    const listed = list(
      await data('GET', `/campaigns/${campaign}/conversions`, undefined, user.key),
      'conversions',
    );
    expect(listed).toMatchObject([{ reference: '1043' }, { reference: '1042' }]);
    const [delivery] = list(await read(user, campaign, 'deliveries'), 'deliveries');
    expect(delivery).toMatchObject({
      ...{ _id: listed[0]?.delivery, convertedAt: expect.stringMatching(/Z$/) as string },
    });
    const other = await newUser();
    await expect(data('POST', '/conversions', order, other.key)).rejects.toThrow('422');
  });

  it('are of links with UTM parameters, which previews and emails have with and without tracking', async () => {
    await data('PATCH', '/account/utm', { isOn: true, source: 'shop' }, user.key);
    const url = /^https:\/\/shop\.example\/sale\?a=1&b=2&utm_source=shop&utm_medium=email&utm_campaign=News/;
    const { campaign, click } = await sentBy(user, 'FULL');
    expect((await visit(click)).headers.get('location')).toMatch(url);
    const links = list(await read(user, campaign, 'links'), 'links');
    expect(links[0]).toMatchObject({ url: expect.stringMatching(url) as string });

    const untracked = await sentBy(user, 'OFF');
    const { previewCampaign } = await data(
      'POST',
      `/campaigns/${untracked.campaign}/preview`,
      { extraData: {} },
      user.key,
    );
    const ofSale = (html: string): string | undefined =>
      /href="(https:\/\/shop\.example\/sale[^"]*)"/.exec(html)?.[1];
    expect(ofSale(untracked.html)?.replaceAll('&amp;', '&')).toMatch(url);
    expect(ofSale((previewCampaign as { EMAIL: { html: string } }).EMAIL.html)).toBe(ofSale(untracked.html));
  });

  it('are a setting that needs the admin scope and is in the audit trail', async () => {
    const { createApiKey } = await data(
      'POST',
      '/api-keys',
      { name: 'w', scopes: ['read', 'write'] },
      user.key,
    );
    const { key } = createApiKey as { key: string };
    await expect(data('PATCH', '/account/tracking', { mode: 'FULL' }, key)).rejects.toThrow(
      /insufficient_scope/,
    );
    await data('PATCH', '/account/tracking', { mode: 'AGGREGATE' }, user.key);
    expect(await data('GET', '/account/tracking', undefined, key)).toEqual({
      tracking: { mode: 'AGGREGATE', conversions: false },
    });
    const entries = list(
      await data('GET', '/account/audit?action=user.updated', undefined, user.key),
      'auditEntries',
    );
    expect(entries.at(-1)).toMatchObject({
      changes: [{ field: 'tracking', before: 'OFF', after: 'AGGREGATE' }],
    });
  });
});
