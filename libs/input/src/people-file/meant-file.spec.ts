import { text as textOf } from 'node:stream/consumers';
import { type Mapping, guessAddressMapping, guessMapping } from './columns';
import {
  type MeantFile,
  type OpenFile,
  apiColumns,
  examineFile,
  headOf,
  judgeFile,
  lacksCountryCode,
  rewriteFile,
} from './meant-file';

const opened = (content: string | Buffer): OpenFile =>
  async function* () {
    yield await Promise.resolve(Buffer.from(content as string));
  };

type Guess = (columns: readonly string[]) => Mapping;

async function meant(open: OpenFile, guess: Guess): Promise<MeantFile> {
  const form = await examineFile(open);
  const { columns, isHeaderless } = await headOf(open, form, 5);
  return { form, columns, isHeaderless, mapping: guess(columns) };
}

const rewritten = async (content: string | Buffer, guess: Guess = guessAddressMapping): Promise<string> => {
  const open = opened(content);
  return textOf(rewriteFile(open, await meant(open, guess)));
};
const judged = async (content: string | Buffer, options = {}, guess: Guess = guessAddressMapping) => {
  const open = opened(content);
  return judgeFile(open, await meant(open, guess), options);
};
const judgedPeople = (content: string, options = {}) => judged(content, options, guessMapping);

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

describe('a file of people that is rewritten for the API', () => {
  const chosen = (
    people: Partial<Record<'email' | 'phone' | 'whatsapp' | 'externalId', string>>,
  ): Mapping => ({
    people: { email: null, phone: null, whatsapp: null, externalId: null, ...people },
  });

  it.each([
    [
      'has all channels, and attributes',
      'E-Mail;Vorname;Handy;Stadt\na@example.com;Ann;0171 2345678;"Köln, Süd"\n;Bob;0171 2345679\n',
      'email,Vorname,phone,Stadt\na@example.com,Ann,0171 2345678,"Köln, Süd"\n,Bob,0171 2345679\n',
    ],
    [
      'is unchanged with the names of the API',
      'email,phone,locale,city\na@example.com,+49171,de,Ulm\n',
      'email,phone,locale,city\na@example.com,+49171,de,Ulm\n',
    ],
    [
      'leaves a broken line to the API',
      'mail;a\nx;5" pipe\nb@example.com;3\n',
      'email,a\nx;5" pipe\nb@example.com,3\n',
    ],
  ])('%s', async (_, content, expected) => {
    expect(await rewritten(content, guessMapping)).toBe(expected);
  });

  it('can have the same column for SMS and WhatsApp', async () => {
    const people = chosen({ email: 'Mail', phone: 'Handy', whatsapp: 'Handy' });
    expect(await rewritten('Mail;Handy\na@example.com;+491\nb@example.com\n', () => people)).toBe(
      'whatsapp,email,phone\n+491,a@example.com,+491\n,b@example.com\n',
    );
  });

  it('has attributes from columns that are not chosen, whatever their names', () => {
    const columns = ['E-Mail', 'Phone', 'integration', 'externalId', 'Country'];
    expect(apiColumns({ columns, mapping: chosen({ email: 'E-Mail' }) })).toEqual([
      'email',
      'Phone_',
      'integration_',
      'externalId_',
      'country',
    ]);
  });
});

describe('the preview of a file of people', () => {
  it('counts people, and rejects a row with an invalid value', async () => {
    const file =
      'E-Mail;Handy;Ort\na@example.com;+49 171 2345678\nb@example.com;12\n;+49 171 2345679\nx;y\n;;Ulm\n';
    expect(await judgedPeople(`${file}c@example.com;\n`)).toMatchObject({
      lines: 6,
      taken: 3,
      repeated: 0,
      rejected: [
        { reason: 'phone: invalid_phone', count: 1 },
        { reason: 'email: invalid_email; phone: invalid_phone', count: 1 },
        { reason: 'email: required', count: 1 },
      ],
    });
  });

  it('counts rows of the same person, and rejects rows of different ones', async () => {
    const rows = [
      'a@example.com,+491712345678,1',
      'A@example.com,,',
      ',+491712345678,1',
      'b@example.com,,2',
      'b@example.com,+491712345678,',
      'a@example.com,,3',
    ];
    const file = `email,phone,externalId\n${rows.join('\n')}\n`;
    expect(await judgedPeople(file)).toMatchObject({
      taken: 4,
      repeated: 2,
      rejected: [{ reason: 'person_conflict', count: 2, examples: [{ line: 6 }, { line: 7 }] }],
    });
  });

  it('suggests a country for national numbers, if it makes the whole row valid', async () => {
    const file =
      'E-Mail;Handy;WhatsApp\na@example.com;0171 2345678;\nb@example.com;;0171 2345679\nx;0171 2345670;\n' +
      'c@example.com;0171 2345671;0171 2345671\nd@example.com;0171 2345672;12\n';
    expect(await judgedPeople(file, { suggested: 'DE' })).toMatchObject({
      taken: 0,
      national: { country: 'DE', count: 3 },
    });
    expect(await judgedPeople(file, { defaultCountry: 'DE' })).toMatchObject({ taken: 3, national: null });
  });

  it.each([
    ['identifier: invalid_phone', true],
    ['phone: invalid_phone; whatsapp: invalid_phone', true],
    ['phone: invalid_phone; email: invalid_email', false],
    ['person_conflict: 1 2', false],
  ])('%s may be due to a missing country code: %s', (reason, expected) => {
    expect(lacksCountryCode(reason)).toBe(expected);
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
      values: { integration: [{ value: 'email', lines: 5 }], identifier: expect.anything() as unknown },
    });
  });

  it('counts the values of columns with few of them', async () => {
    const rows = Array.from({ length: 13 }, (_, n) => `p${n}@example.com,${n % 2 ? 'No' : ' no '},${n}`);
    const { values } = await judged(`email,consent,n\n${rows.join('\n')}\nq@example.com,yes,\n`);
    expect(values.consent).toEqual([
      { value: 'no', lines: 13 },
      { value: 'yes', lines: 1 },
    ]);
    expect(values).not.toHaveProperty('n');
    const long = await judged(`email,note\np@example.com,${'x'.repeat(101)}\n`);
    expect(long.values).not.toHaveProperty('note');
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
    expect(await judgedPeople('mail,a,a\n')).toMatchObject({ flaw: 'header: a: conflict' });
  });
});
