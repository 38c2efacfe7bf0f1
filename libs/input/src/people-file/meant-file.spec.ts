import { text as textOf } from 'node:stream/consumers';
import { guessMapping } from './columns';
import { type MeantFile, type OpenFile, examineFile, headOf, judgeFile, rewriteFile } from './meant-file';

const opened = (content: string | Buffer): OpenFile =>
  async function* () {
    yield await Promise.resolve(Buffer.from(content as string));
  };

async function meant(open: OpenFile): Promise<MeantFile> {
  const form = await examineFile(open);
  const { columns, isHeaderless } = await headOf(open, form, 5);
  return { form, columns, isHeaderless, mapping: guessMapping(columns) };
}

const rewritten = async (content: string | Buffer): Promise<string> => {
  const open = opened(content);
  return textOf(rewriteFile(open, await meant(open)));
};
const judged = async (content: string | Buffer, options = {}) => {
  const open = opened(content);
  return judgeFile(open, await meant(open), options);
};

describe('a file that is rewritten for the API', () => {
  it.each([
    [
      'is unchanged',
      'integration,identifier\nemail,a@example.com\n',
      'integration,identifier\nemail,a@example.com\n',
    ],
    [
      'has commas',
      'E-Mail;Stadt\na@example.com;"Köln; Süd"\n',
      'integration,identifier,Stadt\nemail,a@example.com,Köln; Süd\n',
    ],
    ['has a channel for all', 'Handy\n0171 2345678\n', 'integration,identifier\nsms,0171 2345678\n'],
    [
      'keeps blank lines, so that line numbers stay the same',
      'mail\n\na@example.com\n\n\nb@example.com',
      'integration,identifier\n\nemail,a@example.com\n\n\nemail,b@example.com\n',
    ],
    [
      'keeps the line that declares the separator',
      'sep=;\nmail;a\na@example.com;1\n',
      '\nintegration,identifier,a\nemail,a@example.com,1\n',
    ],
    [
      'keeps line breaks in cells',
      'mail;a\na@example.com;"1\n2"\nb@example.com;3\n',
      'integration,identifier,a\nemail,a@example.com,"1\n2"\nemail,b@example.com,3\n',
    ],
    [
      'gets a header row if it has none',
      'a@example.com,Ann\nb@example.com,Bob\n',
      'integration,column1,column2\n',
    ],
    [
      'leaves a broken line to the API',
      'mail;a\na@example.com;5" pipe\nb@example.com;3\n',
      'integration,identifier,a\na@example.com;5" pipe\nemail,b@example.com,3\n',
    ],
    [
      'loses empty cells at the end',
      'mail,a,,\na@example.com,1,,\n',
      'integration,identifier,a\nemail,a@example.com,1\n',
    ],
  ])('%s', async (_, content, expected) => {
    const text = await rewritten(content);
    if (expected.startsWith('integration,column1'))
      expect(text).toBe('integration,identifier,column2\nemail,a@example.com,Ann\nemail,b@example.com,Bob\n');
    else expect(text).toBe(expected);
  });

  it('is UTF-8 with line feeds', async () => {
    const expected = 'integration,identifier,name\nemail,a@example.com,Zoë\n';
    expect(await rewritten(Buffer.from('\ufeffmail\tname\r\na@example.com\tZoë\r\n', 'utf16le'))).toBe(
      expected,
    );
    expect(await rewritten('mail,name\ra@example.com,Zoë\r')).toBe(expected);
  });
});

describe('the preview of a file', () => {
  it('counts all lines by the rules of the API', async () => {
    const lines = ['a@example.com', 'A@Example.com', 'nobody', '\u00a0b@example.com\u200b', '', 'nobody@'];
    expect(await judged(`E-Mail\n${lines.join('\n')}\n`)).toEqual({
      lines: 5,
      taken: 3,
      repeated: 1,
      rejected: [
        {
          reason: 'identifier: invalid_email',
          count: 2,
          examples: [
            { line: 4, text: 'nobody' },
            { line: 7, text: 'nobody@' },
          ],
        },
      ],
      national: null,
      flaw: null,
    });
  });

  it('counts national numbers for a country, and accepts them with that country', async () => {
    const file = 'Handy\n0171 2345678\n0049 171 2345679\n+49 171 2345670\n12\n';
    expect(await judged(file, { suggested: 'DE' })).toMatchObject({
      taken: 1,
      national: { country: 'DE', count: 2 },
    });
    expect(await judged(file, { defaultCountry: 'DE' })).toMatchObject({ taken: 3, national: null });
  });

  it('accepts common terms for channels', async () => {
    const file = 'Kanal;Adresse\nE-Mail;a@example.com\nWhatsApp;+4915112345678\nSMS;+4915112345678\nFax;1\n';
    expect(await judged(file)).toMatchObject({
      taken: 3,
      rejected: [{ reason: 'integration: not_allowed' }],
    });
  });

  it('reports why the file cannot be imported', async () => {
    expect(await judged('mail,a,a\na@example.com,1,2\n')).toMatchObject({ flaw: 'header: a: conflict' });
  });
});
