import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type Unsubscribed } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { eventually } from '@carillon/testing';
import { UnsubscribeTokens, parseKeyRing } from '@carillon/vault';
import { USER } from './callers';
import { Gateway, LINK_KEYS } from './gateway';
import { ID } from './examples';
import type { Answer } from './answer';

const address = 'ann@example.org';
const tokens = new UnsubscribeTokens(parseKeyRing(LINK_KEYS));
const token = tokens.maker({ userId: USER, campaignId: ID })(address);
const form = { 'content-type': 'application/x-www-form-urlencoded' };

let gateway: Gateway;
let answer: () => object | Promise<object>;
const noted: Unsubscribed[] = [];
beforeAll(async () => {
  gateway = await Gateway.start({ 'suppression.unsubscribe': () => answer() });
  await gateway.others.hear('subscriber.events', {
    'address.unsubscribed': (event) => noted.push(event),
  });
});
afterAll(() => gateway.close());
beforeEach(() => {
  answer = () => ({});
  gateway.asked.length = 0;
  noted.length = 0;
});

const asked = () => gateway.payloads('suppression.unsubscribe');
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
    expect([asked(), noted]).toEqual([[], []]);
  });

  it('is a complete document that loads nothing and declares its language', async () => {
    const { text } = await gateway.plain('GET', `/u/${token}`);
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(text).toContain('<title>Unsubscribe</title>');
    expect(text.match(/<h1>/g)).toHaveLength(1);
    expect(text).not.toMatch(/<script|<link|<img|src=|href=|url\(|@import/);
  });

  it('hides where its reader came from, and is neither cached nor indexed', async () => {
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

  it('does not name the recipient: a mail may be forwarded', async () => {
    for (const page of [await gateway.plain('GET', `/u/${token}`), await oneClick()]) {
      expect(page.text).not.toMatch(/ann|example/);
    }
  });

  it('is the same for an invalid token', async () => {
    const others = [
      `A${token}`,
      token.slice(0, -2),
      'x',
      'a'.repeat(5_000),
      '%E2%82%AC',
      token.toLowerCase(),
    ];
    for (const method of ['GET', 'POST']) {
      const known = await gateway.plain(method, `/u/${token}`);
      for (const other of others) {
        const { status, text, headers } = await gateway.plain(method, `/u/${other}`);
        expect([status, text, Object.keys(headers)]).toEqual([200, known.text, Object.keys(known.headers)]);
      }
    }
    expect(asked()).toHaveLength(1);
  });

  it('ignores whatever a link rewriter appends, and any requested language or type', async () => {
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

describe('a POST to the link', () => {
  const multipart =
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';

  it.each<[string, string | undefined, Record<string, string>]>([
    ['a mail program’s form', 'List-Unsubscribe=One-Click', form],
    ['its form in parts', multipart, { 'content-type': 'multipart/form-data; boundary=x' }],
    [
      'the page’s button',
      'List-Unsubscribe=One-Click',
      { ...form, origin: 'null', 'sec-fetch-mode': 'navigate' },
    ],
    ['nothing', undefined, {}],
    ['nothing but a type', undefined, form],
    ['something else', '{', { 'content-type': 'application/json' }],
  ])('with %s unsubscribes the recipient of the mail', async (_, body, headers) => {
    const page = await gateway.plain('POST', `/u/${token}`, { body, headers });
    expect([page.status, heading(page)]).toEqual([200, 'You are unsubscribed']);
    expect(asked()).toEqual([{ userId: USER, campaignId: ID, address, at }]);
    expect(noted).toEqual([]);
  });

  it('unsubscribes with a body that has no type, in pieces', async () => {
    const head = `POST /u/${token} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const received = await gateway.wire().write(`${head}4\r\nList\r\n0\r\n\r\n`).untilClosed();
    expect(received).toMatch(/^HTTP\/1.1 200 /);
    expect(asked()).toMatchObject([{ address }]);
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
    expect([page.status, heading(page), asked()]).toEqual([413, 'This did not work', []]);
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
    const said = () => lines.flatMap(({ mock }) => mock.calls);
    const requests = () => said().filter(([, message]) => String(message).startsWith('request'));
    await eventually(() => requests().length === 3);
    const logged = JSON.stringify(said());
    expect(logged).toContain('an unsubscription waits');
    expect(logged).toContain('/u/:token');
    expect(logged).not.toContain(token.slice(0, 20));
    expect(logged).not.toContain(token.slice(-20));
    expect(logged).not.toContain(address);
    jest.restoreAllMocks();
  });
});
