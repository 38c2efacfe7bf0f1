import { LINK, aSender, content, linkFor, raw, read } from '../../test/composing';
import { composeMail } from './compose-mail';

const sent = (emailBody: string, watermark: boolean, postalAddress?: string, variables = {}) =>
  read(raw(composeMail(content({ emailBody, watermark }), aSender({ postalAddress }), linkFor), variables));

describe('the footer', () => {
  it('has the watermark unless the sender removes it', async () => {
    const marked = await sent('<p>Hello</p>', true);
    expect(marked.html).toContain('Sent with Carillon<br>');
    expect(marked.text).toBe(`Hello\n\n-- \nSent with Carillon\nUnsubscribe: ${LINK}\n`);
    const removed = await sent('<p>Hello</p>', false);
    expect(removed.html).not.toContain('Carillon');
    expect(removed.text).toBe(`Hello\n\n-- \nUnsubscribe: ${LINK}\n`);
  });

  it.each([true, false])(
    'has the postal address and the unsubscribe link (with a watermark: %s)',
    async (watermark) => {
      const { html, text } = await sent('<p>Hello</p>', watermark, '1 High Street, Old Town');
      expect(html).toMatch(
        /1 High Street, Old Town<br><a href="(\S+)" style="[^"]*">Unsubscribe<\/a><\/div>$/,
      );
      expect(html).toContain(`href="${LINK}"`);
      expect(text).toMatch(/\n1 High Street, Old Town\nUnsubscribe: (\S+)\n$/);
      expect(text).toContain(`Unsubscribe: ${LINK}\n`);
    },
  );

  it('escapes the postal address, and does not fill in placeholders in it', async () => {
    const { html, text } = await sent('<p>Hello</p>', false, 'A & B <Ltd>\n1 High Street\r\n{{town}}');
    expect(html).toContain('A &amp; B &lt;Ltd&gt;<br>1 High Street<br>{{town}}<br>');
    expect(text).toContain('\n\n-- \nA & B <Ltd>\n1 High Street\n{{town}}\n');
  });

  it('has a different link for each recipient', async () => {
    const compose = composeMail(content(), aSender(), (address) => `https://x.example/u/${address.length}`);
    for (const address of ['ann@example.org', 'benjamin@example.org']) {
      const { html, text } = await read(raw(compose, {}, address));
      const link = `https://x.example/u/${address.length}`;
      expect([html.includes(`"${link}"`), text.includes(` ${link}\n`)]).toEqual([true, true]);
    }
  });

  it('keeps its link if the body also has an unsubscribe link', async () => {
    const { html } = await sent('<a href="{{carillon.unsubscribeUrl}}">Enough</a>', false);
    expect(html.split(`href="${LINK}"`)).toHaveLength(3);
  });

  it('is absent in an email without an unsubscribe link, a postal address, and a watermark', async () => {
    const { html, text } = await read(raw(composeMail(content(), aSender(), null)));
    expect([html.trim(), text.trim()]).toEqual(['<p>Hello</p>', 'Hello']);
  });
});

describe('the language of the footer', () => {
  const compose = (footerLanguage?: 'en' | 'de') => {
    const sender = aSender({ ...(footerLanguage && { footerLanguage }) });
    return composeMail(content({ watermark: true }), sender, (_, language) => `${LINK}?lang=${language}`);
  };

  it.each([
    [undefined, {}, 'Unsubscribe', undefined],
    ['de', {}, 'Abmelden', undefined],
    ['de', { 'carillon.language': 'en' }, 'Unsubscribe', 'en'],
    ['en', { 'carillon.language': 'de' }, 'Abmelden', 'de'],
    ['de', { locale: 'en_US' }, 'Unsubscribe', 'en'],
    ['de', { language: 'fr' }, 'Abmelden', undefined],
  ] as const)(
    'for the setting %s and the variables %j: %s',
    async (setting, variables, unsubscribe, inLink) => {
      const { text, html } = await read(raw(compose(setting), variables));
      expect(text).toContain(`${unsubscribe}: ${LINK}?lang=${inLink}`);
      expect(html).toContain(`${LINK}?lang=${inLink}" style="color:#666">${unsubscribe}</a>`);
    },
  );

  it('can differ between recipients of one campaign', async () => {
    const one = compose();
    for (const [language, credits] of [
      ['de', 'Versendet mit Carillon'],
      ['en', 'Sent with Carillon'],
      ['de', 'Versendet mit Carillon'],
    ]) {
      const { text } = await read(raw(one, { 'carillon.language': language }));
      expect(text).toContain(credits);
    }
  });
});

const end = /Unsubscribe<\/a><\/div>/.source;

describe('the position of the footer', () => {
  it.each([
    ['<html><body><p>Hello</p></body></html>', `</p><div[^>]*>.*${end}</body></html>$`],
    ['<BODY><p>Hello {{x}}</p></BODY >{{y}} ', `</p><div[^>]*>.*${end}</BODY >$`],
    ['<body>{{x|</body>}}</body> the end', `<body></body><div[^>]*>.*${end}</body> the end$`],
    ['<p>Hello', `<p>Hello<div[^>]*>.*${end}$`],
    ['', `^<div[^>]*>.*${end}$`],
    ['<body>a</body><!-- </body> -->', `<body>a<div.*${end}</body><!-- </body> -->$`],
    ['<body>a</body><script>"</body>"</script>', `<body>a<div.*${end}</body><script>`],
    ['<body>a<!--></body>', `<body>a<!--><div.*${end}</body>$`],
    ['<body>{{x}}<!-- {{y}} </body> {{z}} -->b</body>', `-->b<div.*${end}</body>$`],
  ])('is at the end of %j', async (emailBody, expected) => {
    expect((await sent(emailBody, true)).html.trimEnd()).toMatch(new RegExp(expected));
  });

  it.each([
    ['<p>Hello</p><!-- that is', '-->'],
    ['<p>Hello</p><!-- </body>', '-->'],
    ['<p>Hello</p><!-- {{x}}', '-->'],
    ['<p>Hello</p><style>p { color: red }', '</style>'],
    ['<p>Hello</p><Script>let a = "</body>', '</script>'],
    ['<title>News{{x}}', '</title>'],
    ['<p>Hello</p><textarea>', '</textarea>'],
    ['<template><p>Hello</p>', '</template>'],
  ])('is visible after the unclosed element or comment in %j', async (emailBody, close) => {
    const { html } = await sent(emailBody, true);
    expect(html).toContain(`${close}<div style="`);
    expect(html.trimEnd()).toMatch(new RegExp(`${end}$`));
  });
});
