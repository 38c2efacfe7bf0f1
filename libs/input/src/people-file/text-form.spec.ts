import { type FormFound, TextEvidence } from './text-form';

/** The code page tables of unicode.org, for the letters below. */
const pages = {
  'windows-1252': { é: 0xe9, ö: 0xf6, ü: 0xfc, ß: 0xdf, Ä: 0xc4, è: 0xe8, ñ: 0xf1, '’': 0x92, '€': 0x80 },
  'windows-1250': { ł: 0xb3, ř: 0xf8, á: 0xe1, ń: 0xf1, ś: 0x9c, ę: 0xea, ü: 0xfc },
  'windows-1251': { И: 0xc8, в: 0xe2, а: 0xe0, н: 0xed, П: 0xcf, е: 0xe5, т: 0xf2, р: 0xf0, о: 0xee },
  'windows-1254': { ş: 0xfe, ı: 0xfd, ğ: 0xf0, Ç: 0xc7 },
  macintosh: { é: 0x8e, ü: 0x9f, ß: 0xa7, Ä: 0x80, ö: 0x9a },
} as const;

function encoded(text: string, page: keyof typeof pages): Buffer {
  const letters: Readonly<Record<string, number>> = pages[page];
  return Buffer.from(Array.from(text, (letter) => letters[letter] ?? letter.charCodeAt(0)));
}

function found(bytes: Buffer, size = bytes.length): FormFound {
  const evidence = new TextEvidence();
  for (let from = 0; from < bytes.length; from += size) evidence.feed(bytes.subarray(from, from + size));
  return evidence.found();
}

const HEADER = 'integration,identifier,name\n';
const named = (name: string): string => `${HEADER}email,ann@example.com,${name}\n`;
const encodingsOf = ({ readings }: FormFound): string[] => readings.map(({ encoding }) => encoding);

describe('the encoding of a file', () => {
  it.each([
    ['UTF-8', Buffer.from(named('Zoë Łódź')), 'utf-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${named('Zoë')}`), 'utf-8'],
    ['UTF-16LE with a mark', Buffer.from(`\ufeff${named('Zoë')}`, 'utf16le'), 'utf-16le'],
    ['UTF-16LE without one', Buffer.from(named('Zoë'), 'utf16le'), 'utf-16le'],
    ['UTF-16BE with a mark', Buffer.from(`\ufeff${named('Zoë')}`, 'utf16le').swap16(), 'utf-16be'],
    ['UTF-16BE without one', Buffer.from(named('Zoë'), 'utf16le').swap16(), 'utf-16be'],
    ['German of Windows', encoded(named('Jürgen Groß\nÄnne'), 'windows-1252'), 'windows-1252'],
    ['German of Windows with one letter of its own', encoded(named('Köln'), 'windows-1252'), 'windows-1252'],
    ['French of Windows', encoded(named('José'), 'windows-1252'), 'windows-1252'],
    ['Polish of Windows', encoded(named('Michał'), 'windows-1250'), 'windows-1250'],
    ['Russian of Windows', encoded(named('Иван Петров'), 'windows-1251'), 'windows-1251'],
    ['German of a Mac', encoded(named('Jürgen Groß\nÄnne'), 'macintosh'), 'macintosh'],
  ])('is certain if only one encoding yields words: %s', (_, bytes, encoding) => {
    for (const size of [1, 7, bytes.length]) expect(encodingsOf(found(bytes, size))).toEqual([encoding]);
  });

  it.each([
    ['Dvořák', 'windows-1250', 'Dvořák'],
    ['Ayşe Yıldız', 'windows-1254', 'Ayşe'],
    ['König', 'macintosh', 'König'],
    ['Muñoz', 'windows-1252', 'Muñoz'],
  ] as const)(
    'is ambiguous if several encodings yield words, which show the difference: %s',
    (name, page, word) => {
      const { readings } = found(encoded(named(name), page));
      expect(readings.length).toBeGreaterThan(1);
      expect(readings.find(({ encoding }) => encoding === page)?.words).toContain(word);
    },
  );

  it('depends on the entire file', () => {
    const ascii = `email,bob@example.com,Bob\n`.repeat(10_000);
    const bytes = Buffer.concat([
      Buffer.from(HEADER + ascii),
      encoded('email,a@example.com,Michał\n', 'windows-1250'),
    ]);
    expect(encodingsOf(found(bytes, 64 * 1024))).toEqual(['windows-1250']);
  });

  it('stays UTF-8 if a few lines are broken', () => {
    const bytes = Buffer.concat([
      Buffer.from(named('Zoë\nemail,b@example.com,Jürgen')),
      Buffer.from([0x61, 0xff, 0x0a]),
    ]);
    expect(encodingsOf(found(bytes))).toEqual(['utf-8']);
  });
});

describe('a binary file', () => {
  it.each([
    ['xlsx', Buffer.from('504b030414000600', 'hex')],
    ['xls', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['other', Buffer.from('25504446000000000001', 'hex')],
  ])('is detected: %s', (kind, bytes) => expect(found(bytes).binary).toBe(kind));
});

describe('the delimiter of a file', () => {
  it.each([
    [',', named('Ann')],
    [';', named('Ann').replaceAll(',', ';')],
    ['\t', named('Ann').replaceAll(',', '\t')],
    ['|', named('Ann').replaceAll(',', '|')],
    [';', '"integration";"identifier";"name"\n"email";"ann@example.com";"A, B"\n'],
    [';', 'E-Mail;Name, Vorname\na@example.com;Smith, Ann\n'],
    [',', 'email\nann@example.com\n'],
    [',', 'integration,identifier,a|b|c|d\n'],
    [';', 'sep=;\r\nE-Mail;Name\r\n'],
    [',', 'sep=,\nE-Mail,a;b;c\n'],
  ])('is %j', (delimiter, text) => expect(found(Buffer.from(text)).delimiterChoices).toEqual([delimiter]));
});

describe('the line ends of a file', () => {
  it.each([
    ['lf', named('Ann')],
    ['lf', named('Ann').replaceAll('\n', '\r\n')],
    ['cr', named('Ann').replaceAll('\n', '\r')],
  ])('are %s', (newline, text) => {
    expect(found(Buffer.from(text)).newline).toBe(newline);
    expect(found(Buffer.from(text, 'utf16le')).newline).toBe(newline);
  });
});
