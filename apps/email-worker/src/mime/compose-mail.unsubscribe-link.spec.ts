import { LINK, aSender, at, content, linkFor, raw, read } from '../../test/composing';
import { composeMail } from './compose-mail';

/** Lines in their transmitted form. */
const linesOf = (mail: Buffer): string[] => mail.toString('latin1').split('\r\n');
/** The header, unfolded according to RFC 5322 §2.2.3. */
const fieldsOf = (mail: Buffer): string[] =>
  (mail.toString('latin1').split('\r\n\r\n', 1)[0] ?? '').replace(/\r\n(?=[ \t])/g, '').split('\r\n');

describe('an email with an unsubscribe link', () => {
  it('has the header fields of RFC 2369 and RFC 8058', async () => {
    const mail = raw(composeMail(content(), aSender(), linkFor));
    expect(fieldsOf(mail)).toEqual(
      expect.arrayContaining([
        `List-Unsubscribe: <${LINK}>`,
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      ]),
    );
    const { headers } = await read(mail);
    expect(headers.get('list')).toMatchObject({ unsubscribe: { url: LINK } });
  });

  it('exceeds the line length that RFC 5322 recommends only in the line of the link', () => {
    const emailBody = `<p>${'Good news. '.repeat(40)}{{carillon.unsubscribeUrl}}{{name}}</p>`;
    const mail = raw(composeMail(content({ emailBody }), aSender({ postalAddress: 'Here' }), linkFor));
    expect(linesOf(mail).filter((line) => line.length > 78)).toEqual([`List-Unsubscribe: <${LINK}>`]);
  });

  it.each(['<p>Hello</p>', `<p>${'Привет! '.repeat(30)}</p>`])(
    'has the link where the author placed it, in the HTML and the text: %j',
    async (emailBody) => {
      const body = `${emailBody}<p><a href="{{ carillon.unsubscribeUrl }}">Stop</a> {{carillon.unsubscribeUrl|-}}</p>`;
      const compose = composeMail(content({ emailBody: body }), aSender(), linkFor);
      const { html, text } = await read(raw(compose));
      expect(html).toContain(`<a href="${LINK}">Stop</a> ${LINK}</p>`);
      expect(text).toContain(`Stop [${LINK}]`);
      expect(text).toContain(`${LINK}\n\n-- \nUnsubscribe: ${LINK}`);
    },
  );

  it('ignores a link in the recipient’s data', async () => {
    const emailBody = '<p>{{carillon.unsubscribeUrl}}</p>';
    const compose = composeMail(content({ emailBody }), aSender(), linkFor);
    const variables = {
      carillon: { unsubscribeUrl: 'https://evil.example' },
      'carillon.unsubscribeUrl': 'x',
    };
    expect((await read(raw(compose, variables))).html).toContain(`<p>${LINK}</p>`);
  });

  it('has no link in its subject', async () => {
    const subject = 'News{{carillon.unsubscribeUrl}} {{carillon.unsubscribeUrl|for you}}';
    const mail = await read(raw(composeMail(content({ subject }), aSender(), linkFor)));
    expect(mail.subject).toBe('News for you');
  });

  it('requests one link per mail, for the address of the recipient', () => {
    const requested: string[] = [];
    const compose = composeMail(
      content({ emailBody: '{{carillon.unsubscribeUrl}}' }),
      aSender(),
      (address) => {
        requested.push(address);
        return LINK;
      },
    );
    compose({ address: 'Ann@Example.org', variables: {} }, at);
    expect(requested).toEqual(['ann@example.org']);
  });
});

describe('an email to a non-subscriber', () => {
  it('has no unsubscribe link', async () => {
    const emailBody = '<p>a{{carillon.unsubscribeUrl}}{{carillon.unsubscribeUrl|b}}</p>';
    const mail = raw(composeMail(content({ emailBody }), aSender(), null));
    expect(mail.toString('latin1')).not.toMatch(/unsubscribe/i);
    expect((await read(mail)).html.trim()).toBe('<p>ab</p>');
  });
});
