import { AppError, type SignUpForm, type SignUpLink } from '@carillon/contracts';
import { signUpForm, subscriber } from './examples';
import { Gateway, PUBLIC_URL } from './gateway';

const headers = { 'content-type': 'application/x-www-form-urlencoded' };
const TOKEN = 'a'.repeat(43);
const link: SignUpLink = {
  address: 'ann@example.com',
  language: 'en',
  title: 'Choir news',
  wording: 'Send me news.',
  confirmedUrl: null,
};

describe('the pages of sign-up forms', () => {
  let gateway: Gateway;
  let form: SignUpForm;
  let confirmed: () => SignUpLink;
  let isOutdated: boolean;
  beforeAll(async () => {
    gateway = await Gateway.start({
      'sign-up.show-form': ({ id }) => {
        if (id !== form.id) throw new AppError('sign_up_form_not_found');
        return form;
      },
      'sign-up.request': () => ({ isOutdated }),
      'sign-up.begin': ({ id }) => ({ ...subscriber, id }),
      'subscriber.create': ({ id }) => ({ ...subscriber, id }),
      'sign-up.read-link': () => confirmed(),
      'sign-up.confirm': () => confirmed(),
    });
  });
  beforeEach(() => {
    form = { ...signUpForm };
    confirmed = () => link;
    isOutdated = false;
    gateway.requests.length = 0;
  });
  afterAll(() => gateway.close());

  const path = () => `/subscribe/${form.id}`;
  const requests = () => gateway.payloads('sign-up.request');
  const stampIn = (text: string): string => /name="stamp" value="([^"]+)"/.exec(text)?.[1] ?? '';
  /** A stamp that was issued this long ago (milliseconds). */
  const stamp = async (age = 5_000): Promise<string> => {
    const past = jest.spyOn(gateway.clock, 'now').mockImplementation(() => new Date(Date.now() - age));
    try {
      return stampIn((await gateway.plain('GET', path())).text);
    } finally {
      past.mockRestore();
    }
  };
  const post = async (entries: Record<string, string>, more: { stamp?: string; address?: string } = {}) => {
    const all = { email: 'ann@example.com', 'field.firstName': 'Ann', ...entries };
    const body = new URLSearchParams({ stamp: more.stamp ?? (await stamp()), ...all }).toString();
    return gateway.plain('POST', path(), { body, headers });
  };

  it('show the form, change nothing, and run nothing', async () => {
    const { status, text, headers: sent } = await gateway.plain('GET', path());
    expect(status).toBe(200);
    expect(text).toContain('<h1>Choir news</h1>');
    expect(text).toContain('name="field.firstName"');
    expect(text).toContain('Send me the news of the choir.');
    expect(sent['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self';/,
    );
    expect(requests()).toEqual([]);
  });

  it('pass the entries on, with the evidence', async () => {
    const { status, text } = await post({ email: ' Ann@EXAMPLE.com ' });
    expect([status, text]).toEqual([200, expect.stringContaining('Check your mailbox')]);
    expect(requests()).toMatchObject([
      {
        ...{ formId: form.id, address: 'ann@example.com', answers: { firstName: 'Ann' }, wordingVersion: 1 },
        ...{ publicUrl: PUBLIC_URL, ip: expect.stringMatching(/[.:]/) as string },
      },
    ]);
  });

  it.each([
    ['no stamp', () => Promise.resolve('')],
    ['a stamp of another form', () => Promise.resolve(`${Date.now() - 5_000}.${'a'.repeat(43)}`)],
    ['a form that was filled in within a second', () => stamp(1_000)],
    ['a form of yesterday', () => stamp(25 * 3_600_000)],
  ])('ask again after %s, with the entries, escaped', async (_, make) => {
    const entries = { 'field.firstName': '"><script>alert(1)</script>' };
    const { status, text } = await post(entries, { stamp: await make() });
    expect(status).toBe(200);
    expect(text).toContain('Check your entries');
    expect(text).toContain('value="ann@example.com"');
    expect(text).not.toContain('<script>');
    expect(requests()).toEqual([]);
  });

  it('ask again if the wording has changed in the meantime', async () => {
    const old = await stamp();
    form = { ...form, wordingVersion: 2, wording: 'Another wording.' };
    expect((await post({}, { stamp: old })).text).toContain('Another wording.');
    isOutdated = true;
    expect((await post({})).text).toContain('has changed');
  });

  it('give the usual response to programs that fill in the hidden field, and forget the sign-up', async () => {
    const { text } = await post({ website: 'https://spam.example' });
    expect(text).toContain('Check your mailbox');
    expect(requests()).toEqual([]);
  });

  it.each([
    ['an invalid address', { email: 'ann' }, 'Enter an email address'],
    ['a missing answer', { 'field.firstName': ' ' }, 'Fill in this field: First name'],
    ['a link', { 'field.firstName': 'Win at https://spam.example' }, 'no links'],
    ['a line break', { 'field.firstName': 'a\r\nBcc: bob@example.com' }, 'no links'],
    ['a long answer', { 'field.firstName': 'x'.repeat(101) }, 'at most 100 characters'],
  ])('refuse %s', async (_, entries, notice) => {
    const { status, text } = await post(entries);
    expect([status, text]).toEqual([422, expect.stringContaining(notice)]);
    expect(requests()).toEqual([]);
  });

  it('continue to the page of the account, which the policy allows', async () => {
    form = { ...form, requestedUrl: 'https://shop.example.com/thanks?a=b' };
    const shown = await gateway.plain('GET', path());
    expect(shown.headers['content-security-policy']).toContain(
      "form-action 'self' https://shop.example.com;",
    );
    const { status, headers: sent } = await post({});
    expect([status, sent.location]).toEqual([303, 'https://shop.example.com/thanks?a=b']);
  });

  it('are in the language of the form', async () => {
    form = { ...form, language: 'de' };
    expect((await gateway.plain('GET', path())).text).toMatch(/<html lang="de">[^]*E-Mail-Adresse/);
  });

  it('say that a form does not exist', async () => {
    for (const id of ['5f00000000000000000000ff', 'nothing'])
      expect((await gateway.plain('GET', `/subscribe/${id}`)).status).toBe(404);
  });

  it('limit the sign-ups of a network', async () => {
    const used = await stamp();
    const all = await Promise.all(Array.from({ length: 30 }, () => post({}, { stamp: used })));
    const statuses = new Set(all.map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 429]));
  });

  it('show what a link confirms, and confirm only by the button', async () => {
    const shown = await gateway.plain('GET', `/subscribe/confirm/${TOKEN}`);
    expect(shown.text).toContain('Choir news, for ann@example.com');
    expect(gateway.payloads('sign-up.confirm')).toEqual([]);
    const done = await gateway.plain('POST', `/subscribe/confirm/${TOKEN}`);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('You are subscribed')]);
    expect(JSON.stringify(gateway.requests)).not.toContain(TOKEN);
  });

  it.each([
    [{}, 'subscriber.create', true],
    [{ doubleOptIn: false }, 'subscriber.create', true],
    [{ doubleOptIn: true, formId: signUpForm.id }, 'sign-up.begin', false],
  ] as const)('are used by POST /subscribers with %j: %s', async (more, command, isVerified) => {
    const person = { integration: 'email', identifier: 'ann@example.com', groupSlug: 'friends' };
    const { status, body } = await gateway.call('POST', '/subscribers', { body: { ...person, ...more } });
    expect([status, body]).toMatchObject([201, { data: { subscribe: { isVerified } } }]);
    const names = gateway.requests.map(({ name }) => name);
    expect(names.filter((name) => name !== 'account.authenticate')).toEqual([command]);
  });

  it('explain that a link is used up', async () => {
    confirmed = () => {
      throw new AppError('link_not_found');
    };
    for (const method of ['GET', 'POST']) {
      const { status, text } = await gateway.plain(method, `/subscribe/confirm/${TOKEN}`);
      expect([status, text]).toEqual([404, expect.stringContaining('does not work anymore')]);
    }
  });

  it('continue to the page of the account after the confirmation', async () => {
    confirmed = () => ({ ...link, confirmedUrl: 'https://shop.example.com/welcome' });
    const { status, headers: sent } = await gateway.plain('POST', `/subscribe/confirm/${TOKEN}`);
    expect([status, sent.location]).toEqual([303, 'https://shop.example.com/welcome']);
  });
});
