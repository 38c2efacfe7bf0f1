import { aSender, content, raw, read } from '../../test/composing';
import { composeMail } from './compose-mail';

describe('the footer', () => {
  const sent = (emailBody: string, credits: boolean, postalAddress?: string) =>
    read(raw(composeMail(content({ emailBody, credits }), aSender({ postalAddress }))));

  it('names Carillon, unless the sender has its credits removed', async () => {
    const credited = await sent('<p>Hello</p>', true);
    expect(credited.html).toContain('Sent with Carillon');
    expect(credited.text).toBe('Hello\n\n-- \nSent with Carillon\n');
    const removed = await sent('<p>Hello</p>', false);
    expect(removed.html).not.toContain('Carillon');
    expect(removed.text).toBe('Hello');
  });

  it('has the postal address in any case, as text', async () => {
    const { html, text } = await sent('<p>Hello</p>', false, 'A & B <Ltd>\n1 High Street\r\n{{town}}');
    expect(html).toContain('A &amp; B &lt;Ltd&gt;<br>1 High Street<br>{{town}}');
    expect(text).toBe('Hello\n\n-- \nA & B <Ltd>\n1 High Street\n{{town}}\n');
  });

  it.each([
    ['<html><body><p>Hello</p></body></html>', /Sent with Carillon<\/div><\/body><\/html>/],
    ['<BODY><p>Hello {{x}}</p></BODY >{{y}} ', /Sent with Carillon<\/div><\/BODY >/],
    [
      '<body>{{x|</body>}}</body> the end',
      /<body><\/body><div[^>]*>Sent with Carillon<\/div><\/body> the end/,
    ],
    ['<p>Hello', /<p>Hello<div[^>]*>Sent with Carillon<\/div>$/],
    ['', /^<div[^>]*>Sent with Carillon<\/div>$/],
  ])('stands at the end of %j', async (emailBody, expected) => {
    expect((await sent(emailBody, true)).html.trimEnd()).toMatch(expected);
  });
});
