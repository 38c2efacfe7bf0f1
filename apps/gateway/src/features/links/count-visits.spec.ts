import { type EngagementCounted, deliveryId } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import { type Logger, Metrics } from '@carillon/platform';
import { FixedClock } from '@carillon/testing/clock';
import { CountVisits } from './count-visits';
import { visitorOf } from '../../http/visitor';

const campaignId = '6560f0a1b2c3d4e5f6a7b8c9';
const start = Date.parse('2026-03-01T10:00:00.000Z');
const quiet = { warn: () => undefined, info: () => undefined } as unknown as Logger;

function arrange() {
  const published: EngagementCounted[] = [];
  const state = { isAway: false };
  const publish = (_: string, message: EngagementCounted): Promise<void> => {
    if (state.isAway) return Promise.reject(new Error('away'));
    published.push(message);
    return Promise.resolve();
  };
  const clock = new FixedClock(new Date(start));
  const metrics = new Metrics('gateway');
  const visits = new CountVisits({ publish } as unknown as Messenger, clock, quiet, metrics);
  const click = (n: number, link = 0, network = `n${n}`) =>
    visits.note(
      { campaignId, link, deliveryId: deliveryId(`${campaignId}-0000000001`, n) },
      'person',
      network,
    );
  const later = async (ms: number) => {
    clock.advance(ms);
    await visits.round().catch(() => undefined);
  };
  const total = () => published.reduce((n, { links }) => n + links.reduce((m, link) => m + link.total, 0), 0);
  return { visits, published, state, metrics, click, later, total };
}

const waitingIn = async (metrics: Metrics) =>
  Number(/carillon_mail_visits_waiting\{[^}]*\} (\d+)/.exec((await metrics.scrape()).text)?.[1]);

describe('counting visits', () => {
  it('needs no more memory for ten thousand clicks of one link than for one', async () => {
    const { click, later, published, metrics } = arrange();
    for (let n = 0; n < 10_000; n++) click(1, 0, `n${n}`);
    await later(3_000);
    expect(published).toHaveLength(1);
    expect(published[0]).toMatchObject({
      links: [{ link: 0, total: 10_000, machine: 0 }],
      marks: [{ link: 0 }],
    });
    expect(await waitingIn(metrics)).toBe(0);
  });

  it('counts the devices of people, but not of programs and of people who opted out', async () => {
    const { visits, later, published, click } = arrange();
    const iPhone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const visit = { campaignId, deliveryId: null };
    for (const visitor of ['person', 'private', 'machine'] as const) {
      visits.note({ ...visit, link: null }, visitor, 'n1', iPhone);
      visits.note({ ...visit, link: 0 }, visitor, 'n2', firefox);
    }
    visits.note({ ...visit, link: 0 }, 'person', 'n2', iPhone);
    visits.note({ ...visit, link: 1 }, 'person', 'n3');
    // A scanner has the User-Agent of a browser.
    for (const link of [0, 1, 2]) visits.note({ ...visit, link }, 'person', 'n4', firefox);
    await later(3_000);
    click(1);
    await later(3_000);
    expect(published.map(({ opens, links, devices }) => [opens.total, links.length, devices])).toEqual([
      [
        2,
        3,
        {
          opens: { DESKTOP: 0, PHONE: 1, TABLET: 0 },
          clicks: { DESKTOP: 1, PHONE: 1, TABLET: 0 },
        },
      ],
      [
        0,
        1,
        {
          opens: { DESKTOP: 0, PHONE: 0, TABLET: 0 },
          clicks: { DESKTOP: 0, PHONE: 0, TABLET: 0 },
        },
      ],
    ]);
  });

  it('counts clicks above the rate of people in one network as automated', async () => {
    const { click, later, published } = arrange();
    for (let n = 0; n < 1_500; n++) click(n, 0, 'one');
    await later(3_000);
    expect(published[0]?.links).toEqual([{ link: 0, total: 1_000, machine: 500 }]);
  });

  it('keeps unpublished events, and publishes them once with one ID', async () => {
    const { click, later, published, state, total, metrics } = arrange();
    click(1);
    state.isAway = true;
    await later(3_000);
    click(2);
    for (let round = 0; round < 50; round++) await later(3_000);
    expect([published, await waitingIn(metrics)]).toEqual([[], 4]);
    state.isAway = false;
    await later(0);
    expect(total()).toBe(2);
    expect(new Set(published.map(({ id }) => id)).size).toBe(published.length);
  });

  it('publishes many people in messages of a limited size, each person once', async () => {
    const { click, later, published, total } = arrange();
    for (let n = 0; n < 1_201; n++) click(n);
    await later(3_000);
    expect([published.map(({ marks }) => marks.length), total()]).toEqual([[500, 500, 201], 1_201]);
  });

  it('loses as little as possible when the broker is unavailable for a long time, and logs the loss', async () => {
    const { visits, state, later, metrics } = arrange();
    state.isAway = true;
    for (let n = 0; n < 120_000; n++) {
      const id = (n % 60_000).toString(16).padStart(24, '0');
      visits.note({ campaignId: id, link: n < 60_000 ? 0 : 1, deliveryId: null }, 'machine', `n${n}`);
    }
    await later(1_000);
    expect(await waitingIn(metrics)).toBeLessThanOrEqual(100_000);
    const lost = /carillon_mail_visits_lost_total\{[^}]*\} (\d+)/.exec((await metrics.scrape()).text)?.[1];
    expect(Number(lost)).toBeGreaterThan(0);
  });

  it('continues to recognize the clicks of a scanner', async () => {
    const { click, later, published } = arrange();
    for (const link of [0, 1, 2]) click(1, link);
    await later(5_000);
    click(1, 3);
    await later(5_000);
    expect(
      published.flatMap(({ links }) => links).every(({ total, machine }) => total === 0 && machine === 1),
    ).toBe(true);
    expect(published.flatMap(({ links }) => links)).toHaveLength(4);
  });

  it('publishes the remaining counts before it ends', async () => {
    const { visits, click, total } = arrange();
    click(1);
    await visits.beforeApplicationShutdown();
    expect(total()).toBe(1);
  });
});

describe('a visitor', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const outlook = 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)';

  it.each<[string, string, Record<string, string>, ReturnType<typeof visitorOf>]>([
    ['Firefox', 'GET', { 'user-agent': firefox }, 'person'],
    ['Outlook', 'GET', { 'user-agent': outlook }, 'person'],
    ['a person with DNT 1', 'GET', { 'user-agent': firefox, dnt: '1' }, 'private'],
    ['a person under GPC', 'GET', { 'user-agent': firefox, 'sec-gpc': '1' }, 'private'],
    ['a person with DNT 0', 'GET', { 'user-agent': firefox, dnt: '0' }, 'person'],
    ['a HEAD request', 'HEAD', { 'user-agent': firefox }, 'machine'],
    [
      'a browser that prefetches',
      'GET',
      { 'user-agent': firefox, 'sec-purpose': 'prefetch;prerender' },
      'machine',
    ],
    ['a client without User-Agent', 'GET', {}, 'machine'],
    ['Apple’s privacy protection', 'GET', { 'user-agent': 'Mozilla/5.0' }, 'machine'],
    ['Gmail’s proxy', 'GET', { 'user-agent': `${firefox} (via ggpht.com GoogleImageProxy)` }, 'machine'],
    ['Yahoo’s proxy', 'GET', { 'user-agent': 'YahooMailProxy; https://help.yahoo.com/kb/x.html' }, 'machine'],
    ['a mail filter', 'GET', { 'user-agent': 'BarracudaCentral/1.0' }, 'machine'],
    ['a robot', 'GET', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, 'machine'],
    ['a link preview of a chat', 'GET', { 'user-agent': 'WhatsApp/2.23' }, 'machine'],
    ['a program', 'GET', { 'user-agent': 'curl/8.5.0' }, 'machine'],
  ])('distinguishes %s', (_, method, headers, expected) => {
    expect(visitorOf(method, headers)).toBe(expected);
  });
});
