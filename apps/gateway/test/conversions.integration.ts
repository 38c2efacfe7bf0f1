import { AppError, type ConversionReported, deliveryId, newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { ClickTokens, LinkTokens, parseKeyRing } from '@carillon/vault';
import { USER } from './callers';
import { ID } from './examples';
import { Gateway, LINK_KEYS } from './gateway';
import { newConversion } from './operations';
import { click as clickOfDelivery, conversion } from './reported';
import { obliging } from './services';

const person = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const targets = ['https://shop.example/sale?a=1&b=%20#top', 'https://b.example/'];
const tokens = new ClickTokens(parseKeyRing(LINK_KEYS));
const maker = new LinkTokens(parseKeyRing(LINK_KEYS)).maker(ID, targets.length);
const delivery = deliveryId(`${ID}-0000000001`, 7);
const DAY_MS = 24 * 3_600_000;
const click = (more: { deliveryId?: string | null; at?: Date } = {}) =>
  tokens.make({ campaignId: ID, deliveryId: delivery, at: new Date(), ...more });
let orders = 0;
const aReference = () => `order-${orders++}`;

let gateway: Gateway;
let hasConversions = true;
const reported: ConversionReported[] = [];
beforeAll(async () => {
  gateway = await Gateway.start({
    ...obliging,
    'dispatch.link-targets': () => ({ targets, ...(hasConversions && { conversions: true }) }),
  });
  await gateway.others.hear('dispatcher.conversions', {
    'conversion.reported': (event) => void reported.push(event),
  });
});
afterAll(() => gateway.close());
beforeEach(() => {
  reported.length = 0;
  gateway.requests.length = 0;
});

const visit = (path: string, headers: Record<string, string> = person, method = 'GET') =>
  gateway.plain(method, path, { headers });

describe('the click of a link', () => {
  const locationOf = async (path: string, headers?: Record<string, string>) =>
    new URL((await visit(path, headers)).headers.location ?? '');
  const clickIn = (url: URL) => tokens.read(url.searchParams.get('carillon_click') ?? '');
  const link = `/c/${maker.of(delivery)?.(0)}`;

  it('carries its token to the target, whose other parts stay the same', async () => {
    const url = await locationOf(link);
    expect(url.href).toMatch(/^https:\/\/shop\.example\/sale\?a=1&b=%20&carillon_click=[\w-]{48}#top$/);
    expect(clickIn(url)).toMatchObject({ campaignId: ID, deliveryId: delivery });
    expect(Math.abs((clickIn(url)?.at.getTime() ?? 0) - Date.now())).toBeLessThan(10_000);
  });

  it.each(['dnt', 'sec-gpc'])('does not name the person who sends %s', async (name) => {
    expect(clickIn(await locationOf(link, { ...person, [name]: '1' }))).toMatchObject({
      ...{ campaignId: ID, deliveryId: null },
    });
  });

  it('does not name a person if all recipients share the link', async () => {
    expect(clickIn(await locationOf(`/c/${maker.shared(1)}`))).toMatchObject({ deliveryId: null });
  });

  it('carries nothing if the campaign does not count conversions', async () => {
    hasConversions = false;
    const other = newId();
    const token = new LinkTokens(parseKeyRing(LINK_KEYS)).maker(other, 2).shared(0);
    expect((await locationOf(`/c/${token}`)).href).toBe(targets[0]);
    hasConversions = true;
  });
});

describe('the pixel of a shop', () => {
  const pixel = (token: string, query: Record<string, string> | string = {}) =>
    `/v/${token}.gif?${typeof query === 'string' ? query : new URLSearchParams(query).toString()}`;
  async function load(path: string, headers: Record<string, string> = person, method = 'GET') {
    const answer = await visit(path, headers, method);
    expect([path, answer.status, answer.headers['content-type']]).toEqual([path, 200, 'image/gif']);
    expect(answer.headers).toMatchObject({
      ...{ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'cross-origin' },
    });
    if (method === 'GET') expect(answer.text.slice(0, 6)).toBe('GIF89a');
  }
  /** What arrived before a last report. */
  async function arrived(): Promise<ConversionReported[]> {
    const reference = aReference();
    await load(pixel(click(), { reference }));
    await eventually(() => reported.some((each) => each.reference === reference));
    return reported.filter((each) => each.reference !== reference);
  }

  it('reports an order before it responds, with its value', async () => {
    const at = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 60_000);
    const reference = 'Bestellung 1042/ä';
    await load(pixel(click({ at }), { reference: ` ${reference} `, value: '49.90', currency: 'eur' }));
    expect(await arrived()).toEqual([
      {
        ...{ id: expect.any(String) as string, campaignId: ID, deliveryId: delivery, reference },
        ...{ clickedAt: at.toISOString(), occurredAt: expect.any(String) as string },
        ...{ value: '49.90', currency: 'EUR' },
      },
    ]);
  });

  it('reports an order without a value if the value or the currency is invalid', async () => {
    const wrong = [
      { value: '49,90', currency: 'EUR' },
      { value: '1e9', currency: 'EUR' },
      { value: '9999999999999', currency: 'EUR' },
      { value: '-5', currency: 'EUR' },
      { value: '5', currency: 'XXX' },
      { value: '5' },
      { currency: 'EUR' },
    ];
    for (const each of wrong) await load(pixel(click(), { reference: aReference(), ...each }));
    await load(pixel(click(), `reference=${aReference()}&value=1&value=2&currency=EUR`));
    const all = await arrived();
    expect(all).toHaveLength(wrong.length + 1);
    for (const each of all) expect(each).toMatchObject({ value: null, currency: null });
  });

  it('reports a reference once, however often it is loaded', async () => {
    const path = pixel(click(), { reference: aReference(), value: '1', currency: 'EUR' });
    await Promise.all(Array.from({ length: 300 }, () => load(path)));
    expect(await arrived()).toHaveLength(1);
  });

  it('does not name the person who opted out of tracking in the meantime', async () => {
    await load(pixel(click(), { reference: aReference() }), { ...person, 'sec-gpc': '1' });
    expect(await arrived()).toMatchObject([{ deliveryId: null }]);
  });

  it('is always a picture, and reports nothing that is invalid', async () => {
    const reference = aReference();
    const valid = click();
    const forged = `${valid.slice(0, -1)}${valid.endsWith('A') ? 'B' : 'A'}`;
    const expired = click({ at: new Date(Date.now() - 30 * DAY_MS - 60_000) });
    for (const path of [
      ...[forged, expired, 'x', '%00', maker.shared(0)].map((token) => pixel(token, { reference })),
      ...[
        '',
        'reference=',
        'reference=%20',
        'reference=a%00',
        'reference=a%0Ab',
        `reference=${'x'.repeat(101)}`,
      ],
      ...['reference=a&reference=b', 'reference[]=a', 'value=1&currency=EUR'],
    ].map((each) => (each.startsWith('/v/') ? each : pixel(valid, each))))
      await load(path);
    await load(`/v/${valid}?reference=${reference}`);
    await load(pixel(valid, { reference }), person, 'HEAD');
    expect(await arrived()).toEqual([]);
  });
});

describe('a conversion', () => {
  it('is recorded for the account of the key, with the click that the token names', async () => {
    const body = { ...newConversion, reference: ' order-1042 ', occurredAt: '2026-03-01T12:00:00+01:00' };
    const answer = await gateway.call('POST', '/conversions', { body });
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          recordConversion: {
            ...{ _id: expect.any(String) as string, campaign: ID, delivery: conversion.deliveryId },
            ...{ reference: 'order-1042', value: '49.90', currency: 'EUR', source: 'API' },
            ...{ clickedAt: conversion.clickedAt, occurredAt: conversion.occurredAt },
          },
        },
      },
    ]);
    expect(gateway.payloads('conversion.record')).toEqual([
      {
        ...{ userId: USER, id: expect.any(String) as string, campaignId: ID },
        ...{ deliveryId: conversion.deliveryId, clickedAt: conversion.clickedAt, reference: 'order-1042' },
        ...{ value: '49.90', currency: 'EUR', occurredAt: '2026-03-01T11:00:00.000Z' },
      },
    ]);
  });

  it('without a value and a time is one of now', async () => {
    const { click: token, reference } = newConversion;
    await gateway.call('POST', '/conversions', { body: { click: token, reference } });
    const [sent] = gateway.payloads('conversion.record');
    expect(sent).toMatchObject({ value: null, currency: null, occurredAt: null });
  });

  it('after the click of another account has the same error as after no click', async () => {
    const fields = [
      { field: 'click', code: 'not_found', detail: 'This is not a valid click of the account' } as const,
    ];
    const other = await Gateway.start({
      ...obliging,
      'conversion.record': () => {
        throw new AppError('validation_failed', undefined, fields);
      },
    });
    const problemOf = async (token: string) => {
      const { status, body } = await other.call('POST', '/conversions', {
        body: { ...newConversion, click: token },
      });
      const { instance: _, requestId: __, ...problem } = body as Record<string, unknown>;
      return { status, problem };
    };
    const foreign = await problemOf(clickOfDelivery);
    expect(foreign).toMatchObject({ status: 422, problem: { errors: fields } });
    expect(await problemOf('made-up')).toEqual(foreign);
    await other.close();
  });
});
