import { AppError, type Brand, type Payload, type Preferences, noBrand } from '@carillon/contracts';
import { UnsubscribeTokens, parseKeyRing } from '@carillon/vault';
import { USER } from './callers';
import { ID, preferences as nothingChosen } from './examples';
import { Gateway, LINK_KEYS } from './gateway';

const OFFERS = '5f00000000000000000000a1';
const TIPS = '5f00000000000000000000a2';
const DELETED = '5f00000000000000000000a3';
const address = 'ann@example.org';
const tokens = new UnsubscribeTokens(parseKeyRing(LINK_KEYS));
const token = tokens.maker({ userId: USER, campaignId: ID })(address);
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const preferences: Preferences = {
  ...nothingChosen,
  topics: [
    { id: OFFERS, name: 'Offers & more', description: 'About <twice> a month', isLeft: false },
    { id: TIPS, name: 'Tips', description: '', isLeft: true },
  ],
  channels: [
    { channel: 'EMAIL', state: 'ON' },
    { channel: 'SMS', state: 'STOPPED' },
  ],
};

describe('the preference page', () => {
  let gateway: Gateway;
  let stored: () => Preferences;
  let brand: () => Brand;
  beforeAll(async () => {
    gateway = await Gateway.start({
      'preferences.get': () => stored(),
      'preferences.save': () => stored(),
      'brand.get': () => brand(),
      'suppression.unsubscribe': () => ({}),
    });
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    stored = () => preferences;
    brand = () => noBrand;
    gateway.requests.length = 0;
  });

  const get = (query = '', headers: Record<string, string> = {}) =>
    gateway.plain('GET', `/u/${token}${query}`, { headers });
  const post = (fields: [string, string][], query = '') => {
    const body = new URLSearchParams([['preferences', 'save'], ...fields]).toString();
    return gateway.plain('POST', `/u/${token}${query}`, { body, headers: form });
  };
  const saved = (): Payload<'preferences.save'>[] => gateway.payloads('preferences.save');
  /** What the page shows, as a browser sends it. */
  const shown: [string, string][] = [
    ['was-topic', OFFERS],
    ['was-channel', 'EMAIL'],
    ['was-pause', 'none'],
    ['was-language', ''],
  ];
  const unchanged: [string, string][] = [
    ['topic', OFFERS],
    ['channel', 'EMAIL'],
    ['pause', 'none'],
    ['date', ''],
    ['language', ''],
  ];

  it('shows topics, channels, a pause, and the language, with a label for each field', async () => {
    const { text, status } = await get();
    expect(status).toBe(200);
    expect(text).toContain('Offers &amp; more');
    expect(text).toContain('About &lt;twice&gt; a month');
    expect(text).toContain('You replied STOP.');
    const ids = [...text.matchAll(/<(?:input|select)(?![^>]*type="hidden")[^>]* id="([^"]+)"/g)].map(
      ([, id]) => id,
    );
    expect(ids).toHaveLength(3 + 5 + 1 + 1);
    for (const id of ids) expect(text).toContain(`<label for="${id}">`);
    expect(text.match(/<h1>/g)).toHaveLength(1);
    expect(text).not.toMatch(/ann@|example\.org|<script|src=|href=/);
  });

  it('changes nothing when it is opened, also by scanners', async () => {
    for (const method of ['GET', 'HEAD'])
      await gateway.plain(method, `/u/${token}.${OFFERS}?preferences=stop&topic=${TIPS}`);
    expect(gateway.requests.map(({ name }) => name)).not.toContain('preferences.save');
    expect(gateway.requests.map(({ name }) => name)).not.toContain('suppression.unsubscribe');
  });

  it('saves only what the person changed', async () => {
    await post([...shown, ...unchanged]);
    const [choice] = saved();
    expect(choice).toEqual({
      ...{ userId: USER, address, campaignId: ID, at: expect.any(String) as string },
      ...{ leave: [], join: [], turnOff: [], turnOn: [] },
    });
  });

  it('saves topics, channels, and the language that the person changed, and says what holds', async () => {
    const { text, status } = await post([...shown, ['topic', TIPS], ['pause', 'none'], ['language', 'de']]);
    expect(saved()).toMatchObject([
      { leave: [OFFERS], join: [TIPS], turnOff: ['EMAIL'], turnOn: [], locale: 'de' },
    ]);
    expect(status).toBe(200);
    expect(text).toContain('<div role="status">');
    expect(text).toContain('Topics that you receive: Offers &amp; more.');
    expect(text).toContain('The sender can reach you by Email.');
  });

  it.each([
    ['7', 7],
    ['30', 30],
    ['90', 90],
  ])('pauses for %s days', async (pause, days) => {
    await post([...shown, ['pause', pause]]);
    const inMs = Date.parse(saved()[0]?.snoozeUntil ?? '') - Date.now();
    expect(Math.round(inMs / 86_400_000)).toBe(days);
  });

  it('pauses until a date, and ends a pause', async () => {
    const date = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    await post([...shown, ['pause', 'date'], ['date', date]]);
    await post([
      ['was-topic', OFFERS],
      ['topic', OFFERS],
      ['pause', 'none'],
    ]);
    expect(saved().map(({ snoozeUntil }) => snoozeUntil)).toEqual([`${date}T00:00:00.000Z`, null]);
  });

  it.each(['', 'tomorrow', '2020-01-01', '2027-02-31', '9999-12-31', '2026-13-01', '9'.repeat(5_000)])(
    'saves nothing for the date %j, and says so',
    async (date) => {
      const { text } = await post([...shown, ['pause', 'date'], ['date', date]]);
      expect(saved()).toEqual([]);
      expect(text).toContain('<p role="alert" id="error">Enter a date within the next 12 months.');
      expect(text).toContain('aria-invalid="true"');
    },
  );

  it('stops everything', async () => {
    stored = () => ({ ...preferences, channels: [{ channel: 'EMAIL', state: 'OFF' }] });
    const body = 'preferences=stop';
    const { text } = await gateway.plain('POST', `/u/${token}`, { body, headers: form });
    expect(saved()).toMatchObject([{ everything: true, leave: [], turnOff: [] }]);
    expect(text).toContain('The sender cannot reach you on any channel.');
  });

  it('ignores values that no page sends', async () => {
    const foreign: [string, string][] = [
      ['topic', '$ne'],
      ['topic', 'x'.repeat(5_000)],
      ['channel', 'FAX'],
      ['pause', '-1'],
      ['language', 'fr'],
      ['address', 'eve@example.org'],
      ['userId', ID],
    ];
    await post([...shown, ['topic', OFFERS], ['channel', 'EMAIL'], ...foreign]);
    const [choice] = saved();
    expect(choice).toEqual({
      ...{ userId: USER, address, campaignId: ID, at: expect.any(String) as string },
      ...{ leave: [], join: [], turnOff: [], turnOn: [] },
    });
  });

  it('limits the number of topics in a request', async () => {
    const many = Array.from({ length: 500 }, (_, n): [string, string] => [
      'topic',
      n.toString(16).padStart(24, '0'),
    ]);
    await post(many);
    expect(saved()[0]?.join).toHaveLength(100);
  });

  it('rejects a save with a damaged token', async () => {
    const other = /x/i.test(token.charAt(50)) ? 'y' : 'x';
    for (const damaged of [token.slice(0, 70), `${token.slice(0, 50)}${other}${token.slice(51)}`]) {
      const { status } = await gateway.plain('POST', `/u/${damaged}`, {
        body: 'preferences=stop',
        headers: form,
      });
      expect(status).toBe(404);
    }
    expect(saved()).toEqual([]);
  });

  it('offers no button after a save that failed', async () => {
    stored = () => {
      throw new AppError('service_unavailable');
    };
    const { status, text, headers } = await post([...shown, ...unchanged]);
    expect([status, headers['retry-after']]).toEqual([503, '60']);
    expect(text).toContain('We could not save your preferences.');
    expect(text).not.toContain('<button');
  });

  it('is replaced by the page to unsubscribe if preferences are unavailable', async () => {
    stored = () => {
      throw new AppError('service_unavailable');
    };
    const { status, text } = await get();
    expect(status).toBe(200);
    expect(text).toContain('<h1>Unsubscribe?</h1>');
    expect(text).not.toContain('fieldset');
  });

  it('names the topic of the link, and one click leaves it', async () => {
    const { text } = await get(`.${OFFERS}`);
    expect(text).toContain('stop emails about “Offers &amp; more”.');
    stored = () => ({
      ...preferences,
      topics: preferences.topics.map((topic) => ({ ...topic, isLeft: true })),
    });
    const body = 'List-Unsubscribe=One-Click';
    const done = await gateway.plain('POST', `/u/${token}.${OFFERS}?lang=en`, { body, headers: form });
    expect(gateway.payloads('suppression.unsubscribe')).toMatchObject([
      { userId: USER, address, topicId: OFFERS },
    ]);
    expect(done.text).toContain('You will not receive emails about “Offers &amp; more” again.');
    expect(done.text).toContain('You receive no topics, but other messages from this sender.');
  });

  it('explains that the topic of the link was deleted, and offers the rest', async () => {
    const { text, status } = await get(`.${DELETED}`);
    expect(status).toBe(200);
    expect(text).toContain('The topic of this email no longer exists.');
    expect(text).toContain('stop emails from this sender');
    expect(text).toContain('Tips');
  });

  it('unsubscribes from all email if the topic of the link is damaged', async () => {
    for (const rest of [
      '.x',
      '.',
      `.${OFFERS.slice(1)}`,
      `.${OFFERS}0`,
      `x.${OFFERS}`.slice(0, 20),
      `?topic=${TIPS}`,
    ]) {
      const body = 'List-Unsubscribe=One-Click';
      await gateway.plain('POST', `/u/${token}${rest}`, { body, headers: form });
    }
    const requests = gateway.payloads('suppression.unsubscribe');
    expect(requests).toHaveLength(6);
    for (const request of requests) {
      expect(request).toMatchObject({ userId: USER, address });
      expect(request).not.toHaveProperty('topicId');
    }
  });

  it('reads the topic of a link in uppercase', async () => {
    const body = 'List-Unsubscribe=One-Click';
    await gateway.plain('POST', `/u/${token.toUpperCase()}.${OFFERS.toUpperCase()}`, { body, headers: form });
    expect(gateway.payloads('suppression.unsubscribe')).toMatchObject([{ topicId: OFFERS, address }]);
  });

  it('names all email if the account wants that one click leaves all', async () => {
    stored = () => ({ ...preferences, leavesAll: true });
    expect((await get(`.${OFFERS}`)).text).toContain('stop emails from this sender');
  });

  it('is in the language of the person, of the link, or of the browser', async () => {
    const german = { 'accept-language': 'de' };
    expect((await get('', german)).text).toContain('<legend>Themen</legend>');
    expect((await get('?lang=en', german)).text).toContain('<legend>Topics</legend>');
    stored = () => ({ ...preferences, locale: 'de-AT', snoozedUntil: '2026-12-24T00:00:00.000Z' });
    const { text } = await get('?lang=en');
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('Pause bis 24. Dezember 2026');
    expect(text).toContain('<option value="de" lang="de" selected>');
  });

  it('has the color and the logo of the account, within a strict policy', async () => {
    const logo = { src: 'https://news.example.com/m/token/a;b.png?w=1', alt: 'Choir & friends' };
    brand = () => ({ ...noBrand, color: '#ffcc00', logo });
    const { text, headers } = await get();
    expect(text).toContain('--action: #ffcc00; --on-action: #000000');
    expect(text).toContain(`<img src="${logo.src}" alt="Choir &amp; friends">`);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; img-src https:\/\/news\.example\.com\/m\/token\/a%3Bb\.png$/,
    );
  });

  it('cannot be broken by a color or a logo', async () => {
    const logo = { src: 'https://example.com/"><script>', alt: '"><script>' };
    brand = () => ({ ...noBrand, color: 'red;}</style><script>', logo });
    expect((await get()).text).not.toContain('<script>');
  });

  it('has no brand while the brand is unavailable', async () => {
    brand = () => {
      throw new AppError('timeout');
    };
    const { text, headers } = await get();
    expect(text).toContain('<legend>Topics</legend>');
    expect(text).not.toContain('<header>');
    expect(headers['content-security-policy']).not.toContain('img-src');
  });
});
