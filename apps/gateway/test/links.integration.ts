import { isDeepStrictEqual } from 'node:util';
import { AppError, type EngagementCounted, deliveryId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { LinkTokens, parseKeyRing } from '@carillon/vault';
import { ID } from './examples';
import { Gateway, LINK_KEYS } from './gateway';

const person = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const targets = [
  'https://shop.example/sale?a=1&b=2',
  'https://müller.example/größe',
  'https://c.example/',
  'https://d.example/',
];
const maker = new LinkTokens(parseKeyRing(LINK_KEYS)).maker(ID, targets.length);
let position = 0;
/** Links of a delivery that no other test uses. */
const aDelivery = () => {
  const id = deliveryId(`${ID}-0000000001`, position++);
  const tokenOf = maker.of(id);
  if (!tokenOf) throw new Error('This is no delivery');
  return { id, link: (n: number) => `/c/${tokenOf(n)}`, picture: `/o/${tokenOf(null)}.gif` };
};

let gateway: Gateway;
let answer: () => { targets: string[] | null };
const published: EngagementCounted[] = [];
beforeAll(async () => {
  gateway = await Gateway.start({ 'dispatch.link-targets': () => answer() });
  await gateway.others.hear('dispatcher.engagement', {
    'engagement.counted': (event) => published.push(event),
  });
});
afterAll(() => gateway.close());
beforeEach(() => {
  answer = () => ({ targets });
  published.length = 0;
});

const visit = (path: string, headers: Record<string, string> = person, method = 'GET') =>
  gateway.plain(method, path, { headers });
const sum = (of: (event: EngagementCounted) => number) => published.reduce((n, event) => n + of(event), 0);
const clicks = (what: 'total' | 'machine') =>
  sum(({ links }) => links.reduce((n, link) => n + link[what], 0));
const opens = (what: 'total' | 'machine') => sum((event) => event.opens[what]);
const marks = () => published.flatMap((event) => event.marks).map((mark) => [mark.deliveryId, mark.link]);

describe('a link of an email', () => {
  it('redirects to its target, which is read once per campaign', async () => {
    const { link } = aDelivery();
    const before = gateway.payloads('dispatch.link-targets').length;
    const { status, headers, text } = await visit(link(0));
    expect([status, headers.location, text]).toEqual([302, targets[0], '']);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect((await visit(link(1))).headers.location).toBe('https://xn--mller-kva.example/gr%C3%B6%C3%9Fe');
    expect((await visit(`${link(2)}?utm_source=x`)).headers.location).toBe(targets[2]);
    expect(gateway.payloads('dispatch.link-targets').length - before).toBeLessThanOrEqual(1);
    await eventually(() => clicks('machine') === 3);
  });

  it('is counted once it is certain that no scanner followed it, with the person', async () => {
    const { id, link } = aDelivery();
    await visit(link(0));
    await visit(link(0));
    await eventually(() => isDeepStrictEqual([clicks('total'), clicks('machine')], [2, 0]));
    expect(marks()).toEqual([[id, 0]]);
  });

  it('is counted by device, also if it is unknown who opened it', async () => {
    const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) Mobile/15E148' };
    const { link } = aDelivery();
    await visit(`/o/${maker.shared(null)}.gif`, phone);
    await visit(`/o/${maker.shared(null)}.gif`, { ...phone, dnt: '1' });
    await visit(link(0));
    await eventually(() => isDeepStrictEqual([clicks('total'), opens('total')], [1, 2]));
    const devices = (of: 'opens' | 'clicks') =>
      sum((event) => event.devices?.[of][of === 'opens' ? 'PHONE' : 'DESKTOP'] ?? 0);
    expect([devices('opens'), devices('clicks')]).toEqual([1, 1]);
    expect(JSON.stringify(published)).not.toContain('iPhone');
  });

  it('is counted without a person if its token contains none', async () => {
    await visit(`/c/${maker.shared(1)}`);
    await visit(`/o/${maker.shared(null)}.gif`);
    await eventually(() => isDeepStrictEqual([clicks('total'), opens('total')], [1, 1]));
    expect(marks()).toEqual([]);
    expect(JSON.stringify(published)).not.toContain('127.0.0.1');
  });

  it.each(['dnt', 'sec-gpc'])('is counted without a person who sends %s', async (name) => {
    const { link, picture } = aDelivery();
    const asking = { ...person, [name]: '1' };
    expect((await visit(link(0), asking)).status).toBe(302);
    expect((await visit(picture, asking)).status).toBe(200);
    await eventually(() => isDeepStrictEqual([clicks('total'), opens('total')], [1, 1]));
    expect(marks()).toEqual([]);
  });

  it('counts as a scanner’s click if all links are followed at once, including earlier ones', async () => {
    const { link } = aDelivery();
    for (const n of [0, 1, 2, 3, 0]) await visit(link(n));
    await eventually(() => clicks('machine') === 5);
    expect([clicks('total'), marks()]).toEqual([0, []]);
  });

  it('counts programs separately', async () => {
    const { link, picture } = aDelivery();
    await visit(link(0), person, 'HEAD');
    await visit(link(0), { 'user-agent': 'Mozilla/5.0 (compatible; bingbot/2.0)' });
    await visit(link(0), { ...person, 'sec-purpose': 'prefetch' });
    await visit(picture, { 'user-agent': 'Mozilla/5.0' });
    await eventually(() => isDeepStrictEqual([clicks('machine'), opens('machine')], [3, 1]));
    expect([clicks('total'), opens('total'), marks()]).toEqual([0, 0, []]);
  });
});

describe('the picture of an email', () => {
  it('is a pixel without caching, and counts the open', async () => {
    const { id, picture } = aDelivery();
    const { status, headers, text } = await visit(picture);
    expect([status, text.slice(0, 6)]).toEqual([200, 'GIF89a']);
    expect(headers).toMatchObject({ 'content-type': 'image/gif', 'cache-control': 'no-store' });
    await eventually(() => opens('total') === 1);
    expect(marks()).toEqual([[id, null]]);
  });
});

describe('an invalid link', () => {
  it('redirects nowhere, and counts nothing', async () => {
    const { link, picture } = aDelivery();
    const forged = `${link(0).slice(0, -1)}${link(0).endsWith('A') ? 'B' : 'A'}`;
    const paths = [
      ...[forged, '/c/x', '/c/https%3A%2F%2Fevil.example', '/o/x.gif', picture.replace('.gif', '')],
      ...[picture.replace('/o/', '/c/').replace('.gif', ''), `${link(0).replace('/c/', '/o/')}.gif`],
      `/c/${maker.shared(3).slice(0, 35)}_`,
    ];
    for (const path of paths) {
      const { status, headers, text } = await visit(path);
      expect([path, status, headers.location]).toEqual([path, 404, undefined]);
      expect(text).toContain('Link not found');
    }
    const delivery = aDelivery();
    await visit(delivery.picture);
    await eventually(() => opens('total') === 1);
    expect([clicks('total'), clicks('machine')]).toEqual([0, 0]);
  });

  it('belongs to a deleted campaign', async () => {
    const other = '6560f0a1b2c3d4e5f6a7b8ff';
    const token = new LinkTokens(parseKeyRing(LINK_KEYS)).maker(other, 1).shared(0);
    answer = () => ({ targets: null });
    expect((await visit(`/c/${token}`)).status).toBe(404);
  });

  it('is requested again when the service is available', async () => {
    const other = '6560f0a1b2c3d4e5f6a7b8fe';
    const token = new LinkTokens(parseKeyRing(LINK_KEYS)).maker(other, 1).shared(0);
    answer = () => {
      throw new AppError('service_unavailable');
    };
    const { status, headers } = await visit(`/c/${token}`);
    expect([status, headers['retry-after']]).toEqual([503, '60']);
    answer = () => ({ targets });
    expect((await visit(`/c/${token}`)).status).toBe(302);
  });
});
