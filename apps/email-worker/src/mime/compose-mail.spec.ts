import { processorTime } from '@carillon/testing/processor-time';
import { aSender, at, campaignId, content, raw, read } from '../../test/composing';
import { type ComposeMail, composeMail } from './compose-mail';
import { messageIdOf } from './personal-mail';

const bodies: [string, string][] = [
  ['plain HTML', '<p>Hello {{name}}, how are you?</p>'],
  ['nothing but a value', '{{name}}'],
  ['values side by side', '<p>{{name}}{{name}}{{other|none}}{{name}}</p>'],
  ['a value at the very end', '<p>x</p>{{name}}'],
  ['a line of 20,000 characters', `<p>${'word '.repeat(4_000)}{{name}}${' word'.repeat(10)}</p>`],
  ['a word of 20,000 characters', `<p>${'w'.repeat(20_000)}{{name}}</p>`],
  ['dots at line starts', '<pre>\n.\n..\n.{{name}}\n{{name}}.\n</pre>'],
  ['equals signs', '<a href="https://x.example/?a=1&b=2=3">{{name}}</a> =3D ='],
  ['trailing white space', '<p>a \nb\t\n{{name}} \n \n</p>'],
  ['Cyrillic', `<p>Здравствуйте, {{name}}! ${'Новости нашего магазина. '.repeat(40)}</p>`],
  ['Chinese and emoji', `<p>你好 {{name}} ${'新闻🙂'.repeat(200)}</p>`],
  ['a boundary in the text', '<p>--=_abc--\n\n--\n{{name}}</p>'],
];
const values: [string, string][] = [
  ['nothing', ''],
  ['a name', 'Ann'],
  ['spaces', '  '],
  ['accents', 'Zoë Müller-Ångström'],
  ['another script', '李小龙 🙂'],
  ['markup', '<b>&"\'</b>'],
  ['line breaks', 'a\nb\r\n.\r\nc'],
  ['a long text', 'long '.repeat(500).trim()],
  ['a long word', 'é'.repeat(2_000)],
  ['equals signs', '=3D=\r\n='],
];

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? '&#39;');
const lf = (text: string) => text.replace(/\r\n?/g, '\n');

describe('composeMail', () => {
  describe.each(bodies)('with %s in the body', (_, emailBody) => {
    const compose = composeMail(content({ emailBody }), aSender(), null);

    it.each(values)('renders the intended text for a recipient whose name is %s', async (__, name) => {
      const { html } = await read(raw(compose, { name }));
      const expected = emailBody
        .replace(/\{\{name\}\}/g, () => escaped(name))
        .replace('{{other|none}}', 'none');
      expect(lf(html).trimEnd()).toBe(lf(expected).trimEnd());
    });

    it.each(values)(
      'has short ASCII lines, as RFC 5322 recommends, for a recipient whose name is %s',
      (__, name) => {
        const lines = raw(compose, { name }).toString('latin1').split('\r\n');
        expect(lines.filter((line) => !/^[\t -~]{0,78}$/.test(line))).toEqual([]);
      },
    );
  });

  it('has the text and the HTML as alternatives, with the preferred HTML last', async () => {
    const compose = composeMail(
      content({ emailBody: '<h1>News</h1><p>Dear {{name|friend}}, <b>read</b> this.</p>' }),
      aSender(),
      null,
    );
    const mail = raw(compose, { name: 'Zoë' });
    const { text, headers } = await read(mail);
    expect(text.trim()).toBe('News\n\nDear Zoë, read this.');
    expect(headers.get('content-type')).toMatchObject({ value: 'multipart/alternative' });
    expect(mail.indexOf('text/plain')).toBeLessThan(mail.indexOf('text/html'));
  });

  it('does not escape values in the text and in the subject', async () => {
    const compose = composeMail(
      content({ subject: 'For {{name}}', emailBody: '<p>{{name}}</p>' }),
      aSender(),
      null,
    );
    const { text, subject } = await read(raw(compose, { name: 'Ben & Jerry <b>' }));
    expect(text.trim()).toBe('Ben & Jerry <b>');
    expect(subject).toBe('For Ben & Jerry <b>');
  });

  it('uses the shorter encoding', () => {
    const encodings = (body: string) =>
      raw(composeMail(content({ emailBody: body }), aSender(), null))
        .toString('latin1')
        .match(/Encoding: \S+/g);
    expect(encodings('<p>Viele Grüße aus der Stadt Köln am Rhein</p>')).toEqual([
      'Encoding: quoted-printable',
      'Encoding: quoted-printable',
    ]);
    expect(encodings('<p>新闻新闻新闻</p>')).toEqual(['Encoding: base64', 'Encoding: base64']);
  });

  it('has the header fields that mailbox providers require in bulk mail', async () => {
    const compose = composeMail(content(), aSender({ replyTo: 'help@shop.example' }), null);
    const { headers, from, to } = await read(raw(compose));
    expect(
      Object.fromEntries(
        [...headers].filter(([name]) => !['content-type', 'from', 'to', 'reply-to'].includes(name)),
      ),
    ).toEqual({
      date: at,
      subject: 'Hello',
      'message-id': messageIdOf(campaignId, 'ann@example.org', 'shop.example'),
      'mime-version': '1.0',
      list: { id: { name: '64b7c0ffee64b7c0ffee0002.carillon.shop.example' } },
      'feedback-id': `${campaignId}:64b7c0ffee64b7c0ffee0002:email:carillon`,
    });
    expect(from?.text).toBe('"The Shop" <news@shop.example>');
    expect(to).toMatchObject({ text: 'ann@example.org' });
    expect(headers.get('reply-to')).toMatchObject({ text: 'help@shop.example' });
  });

  it('prefers the From name, the reply address, and the preheader of the campaign to those of the sender', async () => {
    const own = content({
      fromName: 'Zoë, of the Shop',
      replyTo: 'zoe@shop.example',
      preheader: 'For {{name}}',
    });
    const compose = composeMail(own, aSender({ replyTo: 'help@shop.example' }), null);
    const { from, headers, html, text } = await read(raw(compose, { name: 'Ann' }));
    expect(from).toMatchObject({ value: [{ name: 'Zoë, of the Shop', address: 'news@shop.example' }] });
    expect(headers.get('reply-to')).toMatchObject({ text: 'zoe@shop.example' });
    expect(html).toMatch(/^<div style="display:none[^"]*">For Ann/);
    expect(text.trim()).toBe('Hello');
  });

  it('has the same Message-ID in every attempt, and a different one for every recipient', async () => {
    const idOf = async (compose: ComposeMail, address: string) =>
      (await read(raw(compose, {}, address))).headers.get('message-id');
    const compose = composeMail(content(), aSender(), null);
    const first = await idOf(compose, 'ann@example.org');
    expect(first).toMatch(/^<[0-9a-f]{40}@shop\.example>$/);
    expect(await idOf(composeMail(content({ emailBody: 'new' }), aSender(), null), 'ann@example.org')).toBe(
      first,
    );
    expect(await idOf(compose, 'ben@example.org')).not.toBe(first);
    expect(
      await idOf(
        composeMail({ ...content(), campaignId: '64b7c0ffee64b7c0ffee0009' }, aSender(), null),
        'ann@example.org',
      ),
    ).not.toBe(first);
  });

  it('has one recipient in the envelope, and the bounce address as the return path', () => {
    const compose = composeMail(content(), aSender({ bounceAddress: 'bounces@shop.example' }), null);
    const mail = compose({ address: 'ann@example.org', variables: {} }, at);
    const size = raw(compose).length;
    expect(mail).toMatchObject({
      envelope: { from: 'bounces@shop.example', to: 'ann@example.org', size },
    });
  });

  it.each([
    'ann@example.org, ben@example.org',
    'ann@example.org\r\nRCPT TO:<ben@example.org>',
    'ann@example.org>\r\nDATA',
    '<ann@example.org>',
    'ann@[127.0.0.1]',
    '"a b"@example.org',
    'ann@example.org ben@example.org',
    'ann',
    '',
  ])('refuses an invalid address: %j', (address) => {
    expect(composeMail(content(), aSender(), null)({ address, variables: {} }, at)).toBe('INVALID_ADDRESS');
  });

  it('has an address beyond ASCII in UTF-8', () => {
    const mail = composeMail(
      content(),
      aSender(),
      null,
    )({ address: 'Jürgen@example.org', variables: {} }, at);
    if (typeof mail === 'string') throw new Error(mail);
    expect(mail.envelope.to).toBe('jürgen@example.org');
    expect(Buffer.from(mail.content.bytes, 'latin1').toString()).toContain('\r\nTo: jürgen@example.org\r\n');
  });

  it.each(['', ' ', '\r\n\t'])('rejects an empty subject: %j', (a) => {
    const compose = composeMail(content({ subject: '{{a}}' }), aSender(), null);
    expect(compose({ address: 'ann@example.org', variables: { a } }, at)).toBe('EMPTY_SUBJECT');
    expect(typeof compose({ address: 'ann@example.org', variables: { a: 'x' } }, at)).toBe('object');
  });

  it.each([
    ['a frequent placeholder', '{{a}}'.repeat(5_000), 'x'.repeat(201)],
    ['a value that escaping makes long', '{{a}}'.repeat(5_000), '"'.repeat(8_000)],
    ['a long value in the subject', 'Hi', 'x'.repeat(16_000)],
  ])('refuses an email that is too big: %s', (_, emailBody, a) => {
    const subject = emailBody === 'Hi' ? '{{a}}'.repeat(63) : 'Hello';
    const compose = composeMail(content({ subject, emailBody }), aSender(), null);
    const usedMs = processorTime();
    const heap = process.memoryUsage().heapUsed;
    expect(compose({ address: 'ann@example.org', variables: { a } }, at)).toBe('MESSAGE_TOO_BIG');
    expect(process.memoryUsage().heapUsed - heap).toBeLessThan(100_000_000);
    expect(typeof compose({ address: 'ann@example.org', variables: { a: 'x' } }, at)).toBe('object');
    expect(usedMs()).toBeLessThan(10_000);
  });

  it.each([
    'Hi\r\nBcc: victim@example.org',
    'Hi\nBcc: victim@example.org\n\nbody',
    'Hi\u2028Bcc: victim@example.org\0',
    'x'.repeat(10_000),
  ])('has the same header fields for any value: %j', async (value) => {
    const compose = composeMail(
      content({ subject: '{{name}}', emailBody: '<p>{{name}}</p>' }),
      aSender({ name: value }),
      null,
    );
    const { headers, attachments } = await read(raw(compose, { name: value }));
    expect([...headers.keys()].sort()).toEqual(
      [
        'content-type',
        'date',
        'feedback-id',
        'from',
        'list',
        'message-id',
        'mime-version',
        'subject',
        'to',
      ].sort(),
    );
    expect(attachments).toEqual([]);
  });

  it('composes half a megabyte', async () => {
    const body = `<p>${'A sentence of some length, with ümlauts. '.repeat(12_000)}</p>`;
    const { html } = await read(raw(composeMail(content({ emailBody: body }), aSender(), null)));
    expect(html.trimEnd()).toBe(body);
  });
});
