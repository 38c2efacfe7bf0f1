import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type Payload, type Reply, type Unsubscribed } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { eventually } from '@carillon/testing';
import { UnsubscribeTokens, parseKeyRing } from '@carillon/vault';
import { USER } from './callers';
import { Gateway, LINK_KEYS } from './gateway';
import { ID } from './examples';
import { membership } from './personal-data';
import type { Answer } from './answer';

const address = 'ann@example.org';
const tokens = new UnsubscribeTokens(parseKeyRing(LINK_KEYS));
const token = tokens.maker({ userId: USER, campaignId: ID })(address);
const form = { 'content-type': 'application/x-www-form-urlencoded' };

let gateway: Gateway;
let answer: () => object | Promise<object>;
const noted: Unsubscribed[] = [];
const mailed: Payload<'unsubscribe-link.requested'>[] = [];
let memberships: () => Reply<'person.memberships'> = () => ({ items: [], next: null });
beforeAll(async () => {
  gateway = await Gateway.start({
    'suppression.unsubscribe': () => answer(),
    'person.memberships': () => memberships(),
  });
  await gateway.others.hear('account.events', {
    'unsubscribe-link.requested': (event) => mailed.push(event),
  });
  await gateway.others.hear('subscriber.events', {
    'address.unsubscribed': (event) => noted.push(event),
  });
});
afterAll(() => gateway.close());
beforeEach(() => {
  answer = () => ({});
  gateway.requests.length = 0;
  noted.length = 0;
  mailed.length = 0;
});

const unsubscribed = () => gateway.payloads('suppression.unsubscribe');
const heading = ({ text }: Answer) => /<h1>(.*)<\/h1>/.exec(text)?.[1];
const oneClick = (body: string | undefined = 'List-Unsubscribe=One-Click', headers = form) =>
  gateway.plain('POST', `/u/${token}`, { body, headers });
const at: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

describe('the page behind the link', () => {
  it('asks for confirmation, and changes nothing, however often a scanner loads it', async () => {
    for (const method of ['GET', 'HEAD', 'GET']) {
      expect((await gateway.plain(method, `/u/${token}`)).status).toBe(200);
    }
    const page = await gateway.plain('GET', `/u/${token}`);
    expect(heading(page)).toBe('Unsubscribe?');
    expect(page.text).toContain('<form method="post">');
    expect([unsubscribed(), noted]).toEqual([[], []]);
  });

  it('is a complete document that loads nothing and declares its language', async () => {
    const { text } = await gateway.plain('GET', `/u/${token}`);
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(text).toContain('<title>Unsubscribe</title>');
    expect(text.match(/<h1>/g)).toHaveLength(1);
    expect(text).not.toMatch(/<script|<link|<img|src=|href=|url\(|@import/);
  });

  it('is in the language that the reader’s browser prefers', async () => {
    const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' };
    const page = await gateway.plain('GET', `/u/${token}`, { headers: german });
    expect([heading(page), page.headers.vary]).toEqual(['Abmelden?', 'accept-language']);
    expect(page.text).toMatch(/^<!doctype html>\n<html lang="de">/);
    const done = await oneClick(undefined, { ...form, ...german });
    expect(heading(done)).toBe('Sie sind abgemeldet');
    const french = await gateway.plain('GET', `/u/${token}`, { headers: { 'accept-language': 'fr' } });
    expect(heading(french)).toBe('Unsubscribe?');
  });

  it('is in the recipient’s language from the link rather than the browser’s', async () => {
    const english = { 'accept-language': 'en' };
    const page = await gateway.plain('GET', `/u/${token}?lang=de`, { headers: english });
    expect([heading(page), page.status]).toEqual(['Abmelden?', 200]);
    const done = await gateway.plain('POST', `/u/${token}?lang=de`, {
      body: 'List-Unsubscribe=One-Click',
      headers: { ...form, ...english },
    });
    expect(heading(done)).toBe('Sie sind abgemeldet');
    const damagedLink = await gateway.plain('GET', `/u/${token.slice(0, 70)}?lang=de`, { headers: english });
    expect(heading(damagedLink)).toBe('Dieser Link ist unvollständig');
    expect(damagedLink.text).toContain('<form method="post" action="../u?lang=de">');
    for (const unknown of ['?lang=fr', '?lang=', '?lang=de&lang=en', '?lang=constructor', '?other=de']) {
      const shown = await gateway.plain('GET', `/u/${token}${unknown}`, { headers: english });
      expect([shown.status, heading(shown)]).toEqual([200, 'Unsubscribe?']);
    }
  });

  it('hides the referrer of its reader, and is neither cached nor indexed', async () => {
    const { headers } = await gateway.plain('GET', `/u/${token}`);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
  });

  it('does not contain the recipient, because an email may be forwarded', async () => {
    for (const page of [await gateway.plain('GET', `/u/${token}`), await oneClick()]) {
      expect(page.text).not.toMatch(/ann|example/);
    }
  });

  const damaged = [
    token.slice(0, 70),
    token.slice(3),
    'x',
    'a'.repeat(5_000),
    '%E2%82%AC',
    '%E2%82',
    `${token.slice(0, 60)}%`,
  ];

  it.each(damaged)('reports that a damaged link is incomplete, and changes nothing: %s', async (link) => {
    for (const method of ['GET', 'POST']) {
      const shown = await gateway.plain(method, `/u/${link}`);
      expect([shown.status, heading(shown)]).toEqual([404, 'This link is incomplete']);
      expect(shown.text).not.toContain('You are unsubscribed');
    }
    expect([unsubscribed(), noted]).toEqual([[], []]);
  });

  it.each([
    ['in uppercase', `/u/${token.toUpperCase()}`],
    ['completely in uppercase', `/U/${token.toUpperCase()}`],
    ['with a trailing full stop', `/u/${token}.`],
    ['with a trailing encoded bracket', `/u/${token}%3E`],
    ['with a trailing space', `/u/${token}%20`],
    ['with a soft line break inside', `/u/${token.slice(0, 40)}=%0D%0A${token.slice(40)}`],
    ['with a trailing slash', `/u/${token}/`],
    ['with a trailing broken escape', `/u/${token}%`],
    ['with a truncated end', `/u/${token.slice(0, -3)}`],
  ])('repairs a link %s', async (_, link) => {
    expect(heading(await gateway.plain('GET', link))).toBe('Unsubscribe?');
    const shown = await gateway.plain('POST', link, { body: 'List-Unsubscribe=One-Click', headers: form });
    expect([shown.status, heading(shown)]).toEqual([200, 'You are unsubscribed']);
    expect(unsubscribed()).toMatchObject([{ userId: USER, campaignId: ID, address }]);
  });

  it('ignores additions of link rewriters, and any requested language or type', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml', 'content-type': 'text/html' };
    const page = await gateway.plain('GET', `/u/${token}?utm_source=mail&x[]=1#y`, { headers });
    expect([page.status, heading(page)]).toEqual([200, 'Unsubscribe?']);
    expect((await gateway.plain('GET', `/u/${token}`, { headers: { accept: 'image/png' } })).status).toBe(
      200,
    );
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'TRACE'])('does not accept %s', async (method) => {
    const { status, headers } = await gateway.plain(method, `/u/${token}`);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, POST']);
  });
});

describe('the form of a damaged link', () => {
  const enter = (to: string, link = token.slice(0, 70)) =>
    gateway.plain('POST', '/u', {
      body: new URLSearchParams({ link, address: to }).toString(),
      headers: form,
    });
  const members = (count: number) => {
    memberships = () => ({ items: Array.from({ length: count }, () => membership), next: null });
  };

  it('emails a working link to a subscribed address, and gives all other addresses the same response', async () => {
    members(1);
    const subscribed = await enter('Ann@Example.org ');
    await eventually(() => mailed.length === 1);
    members(0);
    const unknown = await enter('eve@example.org');
    expect([subscribed.status, heading(subscribed)]).toEqual([200, 'Check your mailbox']);
    expect([unknown.status, unknown.text]).toEqual([subscribed.status, subscribed.text]);
    await eventually(() => gateway.payloads('person.memberships').length === 2);
    expect(mailed).toMatchObject([{ userId: USER, address }]);
    const link = /\/u\/(\w+)$/.exec(mailed[0]?.url ?? '')?.[1] ?? '';
    expect(tokens.read(link)).toEqual({ userId: USER, campaignId: ID, address });
    expect(unsubscribed()).toEqual([]);
  });

  it("emails one link per address for some time, in the language from the person's data", async () => {
    const german = { ...membership, extraData: { name: 'Ann', Locale: 'de_AT' } };
    memberships = () => ({ items: [membership, german], next: null });
    await enter('bob@example.org');
    await enter('bob@example.org');
    await enter('carl@example.org');
    await eventually(() => mailed.length >= 2);
    expect(mailed.map(({ address: to }) => to).sort()).toEqual(['bob@example.org', 'carl@example.org']);
    for (const mail of mailed)
      expect(mail).toMatchObject({
        language: 'de',
        url: expect.stringMatching(/\/u\/\w+\?lang=de$/) as unknown,
      });
  });

  it('asks again for an invalid address, and accepts a few from one network', async () => {
    const again = await enter('ann');
    expect([again.status, heading(again)]).toEqual([200, 'This link is incomplete']);
    expect(again.text).toContain('role="alert"');
    expect((await enter('ann@example.org', 'x')).status).toBe(404);
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await enter(`n${n}@example.org`)).status);
    expect(statuses).toContain(429);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('a POST to the link', () => {
  const multipart =
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';

  it.each<[string, string | undefined, Record<string, string>]>([
    ['an email client’s form', 'List-Unsubscribe=One-Click', form],
    ['its form in parts', multipart, { 'content-type': 'multipart/form-data; boundary=x' }],
    [
      'the page’s button',
      'List-Unsubscribe=One-Click',
      { ...form, origin: 'null', 'sec-fetch-mode': 'navigate' },
    ],
    ['nothing', undefined, {}],
    ['nothing but a type', undefined, form],
    ['something else', '{', { 'content-type': 'application/json' }],
  ])('with %s unsubscribes the recipient of the email', async (_, body, headers) => {
    const page = await gateway.plain('POST', `/u/${token}`, { body, headers });
    expect([page.status, heading(page)]).toEqual([200, 'You are unsubscribed']);
    expect(unsubscribed()).toEqual([{ userId: USER, campaignId: ID, address, at }]);
    expect(noted).toEqual([]);
  });

  it('unsubscribes with a chunked body without a type', async () => {
    const head = `POST /u/${token} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const received = await gateway.wire().write(`${head}4\r\nList\r\n0\r\n\r\n`).untilClosed();
    expect(received).toMatch(/^HTTP\/1.1 200 /);
    expect(unsubscribed()).toMatchObject([{ address }]);
  });

  it('needs no login, and does not redirect', async () => {
    const { status, headers } = await oneClick();
    expect([status, headers.location, headers['set-cookie']]).toEqual([200, undefined, undefined]);
  });

  it('can be repeated', async () => {
    const [first, second] = [await oneClick(), await oneClick()];
    expect([second.status, second.text]).toEqual([first.status, first.text]);
  });

  it('has a limited size', async () => {
    const page = await oneClick('x'.repeat(65 * 1024));
    expect([page.status, heading(page), unsubscribed()]).toEqual([413, 'Something went wrong', []]);
  });

  it.each<[string, () => never | Promise<never>]>([
    [
      'is away',
      () => {
        throw new AppError('service_unavailable');
      },
    ],
    [
      'fails',
      () => {
        throw new Error('a fault');
      },
    ],
    ['is silent', () => delay(4_000, undefined, { ref: false }) as Promise<never>],
  ])('is stored for later when the subscriber service %s', async (_, fault) => {
    answer = fault;
    const page = await oneClick();
    expect([page.status, heading(page)]).toEqual([200, 'You are unsubscribed']);
    await eventually(() => noted.length > 0);
    expect(noted).toEqual([{ userId: USER, campaignId: ID, address, at }]);
  });

  it('leaves neither token nor address in the log', async () => {
    const log = gateway.app.get(Logger);
    const lines = (['info', 'warn', 'error'] as const).map((level) => jest.spyOn(log, level));
    answer = () => Promise.reject(new Error('a fault'));
    await oneClick();
    await gateway.plain('PUT', `/u/${token}`);
    await gateway.wire().write(`BREW /u/${token} HTTP/1.1\r\nHost: x\r\n\r\n`).untilClosed();
    const calls = () => lines.flatMap(({ mock }) => mock.calls);
    const requests = () => calls().filter(([, message]) => String(message).startsWith('request'));
    await eventually(() => requests().length === 3);
    const logged = JSON.stringify(calls());
    expect(logged).toContain('an unsubscribe request waits');
    expect(logged).toContain('/u/:token');
    expect(logged).not.toContain(token.slice(0, 20));
    expect(logged).not.toContain(token.slice(-20));
    expect(logged).not.toContain(address);
    jest.restoreAllMocks();
  });
});
