import { compileEmail, emailTexts } from '@carillon/content';
import { type ContentChanges, contentOf } from '@carillon/contracts';
import { renderPreview } from './render-preview';

const unsubscribeUrl = 'https://carillon.example.com/u/preview';
const footer = { watermark: false, postalAddress: undefined, hasLink: true };
const email = (emailBody: string, subject = 'Hello {{name}}', changes = {}) =>
  emailTexts({ subject, email: compileEmail(emailBody) }, { ...footer, ...changes });
const preview = (changes: ContentChanges, variables = {}, mail: ReturnType<typeof email> | null = null) =>
  renderPreview(contentOf({ ...changes, subject: 'Spring' }), mail, { variables, unsubscribeUrl });

describe('a preview', () => {
  it('is empty without content', () => {
    expect(preview({})).toEqual({
      EMAIL: null,
      WHATSAPP: null,
      SMS: null,
      whatsappTemplate: null,
      missingKeys: [],
      unquotedKeys: [],
      warnings: [],
    });
  });

  it('warns about content that Gmail clips', () => {
    const html = (letters: number) => `<p>${'ü'.repeat(letters / 2)}</p>`;
    expect(preview({}, {}, email(html(101_000))).warnings).toEqual([]);
    expect(preview({}, {}, email(html(110_000))).warnings).toMatchObject([
      { code: 'GMAIL_CLIPS', source: null },
    ]);
  });

  it('reports placeholders of another template language', () => {
    const bodies = { EMAIL: '{{ name | upcase }}', SMS: '{% if vip %}x{% endif %}' };
    const { warnings, EMAIL } = preview({ bodies }, {}, email('{{ name | upcase }}'));
    expect(warnings.map(({ code, source }) => [code, source])).toEqual([
      ['NOT_UNDERSTOOD', '{{ name | upcase }}'],
      ['NOT_UNDERSTOOD', '{% if vip %}'],
      ['NOT_UNDERSTOOD', '{% endif %}'],
    ]);
    expect(EMAIL?.html).not.toContain('upcase');
  });

  it('renders each message by the rules of its channel', () => {
    const bodies = { WHATSAPP: '*{{name}}*', SMS: '{{name|you}}: {{city}}' };
    const variables = { name: '<Zoë>\n', city: 'Łódź' };
    expect(preview({ bodies }, variables, email('<p>Hi {{name}}</p>'))).toMatchObject({
      EMAIL: {
        subject: 'Hello <Zoë> ',
        html: expect.stringContaining('<p>Hi &lt;Zoë&gt;\n</p>') as unknown,
        text: expect.stringContaining('Hi <Zoë>\n') as unknown,
      },
      WHATSAPP: { text: '*<Zoë>\n*' },
      SMS: { text: '<Zoë>\n: Łódź', encoding: 'UCS-2', segments: 1 },
      missingKeys: [],
    });
  });

  it('has the footer and a placeholder link', () => {
    const { EMAIL } = preview(
      {},
      {},
      email('<a href="{{carillon.unsubscribeUrl}}">x</a>', 'x', { watermark: true }),
    );
    expect(EMAIL?.html.split(`href="${unsubscribeUrl}"`)).toHaveLength(3);
    expect(EMAIL?.text).toContain(`Sent with Carillon\nUnsubscribe: ${unsubscribeUrl}\n`);
  });

  it('shows the values of a template on one line', () => {
    const whatsappTemplate = {
      contentSid: 'HX',
      variables: { 1: ' {{name}},\n {{title|Friend}} ', 2: '{{none}}' },
    };
    expect(preview({ whatsappTemplate }, { name: 'Ada\tLovelace' }).whatsappTemplate).toEqual({
      ...{ contentSid: 'HX', variables: { 1: 'Ada Lovelace, Friend', 2: '' } },
    });
    expect(preview({}, {}).whatsappTemplate).toBeNull();
  });

  it('lists each missing key once, with or without a fallback', () => {
    const bodies = { WHATSAPP: '{{b}}{{carillon.unsubscribeUrl}}', SMS: '{{d|-}}{{known}}{{a}}' };
    const whatsappTemplate = { contentSid: 'HX', variables: { 1: '{{c.x}}' } };
    const mail = email('{{a}} {{pr&eacute;nom}} {{carillon.unsubscribeUrl}}', '{{s}}');
    const { missingKeys } = preview({ bodies, whatsappTemplate }, { known: '', c: { x: null } }, mail);
    expect(missingKeys).toEqual(['s', 'a', 'prénom', 'b', 'c.x', 'd']);
  });

  it('lists each placeholder in an unquoted attribute once', () => {
    const mail = email(
      '<a href={{link}} class={{c}}{{c}} {{more}} title="{{title}}">{{text}}</a><a href={{carillon.unsubscribeUrl}}>x</a>',
    );
    expect(preview({}, {}, mail).unquotedKeys).toEqual(['link', 'c', 'more']);
  });

  it('counts the segments of the rendered text', () => {
    const bodies = { SMS: '{{text}}' };
    expect(preview({ bodies }, { text: 'x'.repeat(161) }).SMS).toMatchObject({
      encoding: 'GSM-7',
      segments: 2,
    });
    expect(preview({ bodies }).SMS).toEqual({ text: '', encoding: 'GSM-7', segments: 0 });
  });

  it('is rejected if a value makes it too large', async () => {
    const variables = { x: 'y'.repeat(16_000) };
    const mail = email('{{x}}'.repeat(5_000));
    const tooLong = { code: 'validation_failed', fields: [{ field: '', code: 'too_big' }] };
    const blownUp = new Promise(() => preview({}, variables, mail));
    await expect(blownUp).rejects.toMatchObject(tooLong);
  });
});
