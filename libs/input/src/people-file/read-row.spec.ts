import type { FileRecord } from './file-record';
import { headerIssues, readRow, reasonOf, type Row } from './read-row';

const record = (bytes: Buffer, more: Partial<FileRecord> = {}): FileRecord => ({
  line: 7,
  next: { line: 8, offset: 0 },
  bytes,
  cells: null,
  flaw: null,
  ...more,
});
const columns = ['city', 'identifier', 'integration'];
const csv = (...cells: string[]): Row =>
  readRow(record(Buffer.from(cells.join(',')), { cells }), { format: 'csv', columns });
const json = (text: string | Buffer): Row =>
  readRow(record(Buffer.from(text)), { format: 'ndjson', columns: [] });
const reason = (row: Row): string => ('reason' in row ? row.reason : '');

describe('a row of CSV', () => {
  it('yields a person with the canonical address, and the other columns as extra data', () => {
    expect(csv('Köln', ' Ann@Example.com ', 'email')).toEqual({
      line: 7,
      person: { channel: 'EMAIL', address: 'ann@example.com', extraData: '{"city":"Köln"}' },
    });
    expect(csv('', '+49 151 12345678', 'Sms')).toEqual({
      line: 7,
      person: { channel: 'SMS', address: '+4915112345678', extraData: '{}' },
    });
  });

  it('has a consent in separate columns, by the rules of POST /subscribers', () => {
    const agreed = {
      format: 'csv',
      columns: ['integration', 'identifier', 'consent.source', 'consent.wording', 'consent.ip', 'consent.at'],
    } as const;
    const row = (...cells: string[]) =>
      readRow(record(Buffer.alloc(0), { cells: ['email', 'a@example.com', ...cells] }), agreed);
    expect(row('Form', 'Yes,\nplease', '', '2026-03-01T12:00:00+02:00').person).toEqual({
      ...{ channel: 'EMAIL', address: 'a@example.com', extraData: '{}' },
      consent: { source: 'Form', wording: 'Yes,\nplease', at: '2026-03-01T10:00:00.000Z' },
    });
    expect(row('').person).toEqual({ channel: 'EMAIL', address: 'a@example.com', extraData: '{}' });
    expect(reason(row('', '', 'x', 'March'))).toBe('consent.ip: not_allowed; consent.at: invalid_time');
    expect(headerIssues(agreed.columns)).toEqual([]);
    const line = '{"integration":"email","identifier":"a@example.com","consent":{"ip":"192.0.2.7"}}';
    expect(json(line).person?.consent).toEqual({ ip: '192.0.2.7' });
  });

  it('may have fewer cells than columns, or more if these are empty', () => {
    const city = { format: 'csv', columns: ['integration', 'identifier', 'city'] } as const;
    const row = (...cells: string[]) => readRow(record(Buffer.alloc(0), { cells }), city).person?.extraData;
    expect(row('email', 'a@example.com')).toBe('{}');
    expect(row('email', 'a@example.com', 'x', '', '')).toBe('{"city":"x"}');
  });

  it('converts line breaks and tabs in a cell to spaces', () => {
    const { person } = csv('1 High Street\r\nFloor 2\t\n\nOslo', 'a@example.com', 'email');
    expect(person?.extraData).toBe('{"city":"1 High Street Floor 2 Oslo"}');
  });

  it.each([
    ['no address', ['', '', 'email'], 'identifier: required'],
    ['no channel', ['', 'a@example.com'], 'integration: required'],
    ['neither', ['x'], 'integration: required; identifier: required'],
    ['an unknown channel', ['', 'a@example.com', 'fax'], 'integration: not_allowed'],
    ['a bad email address', ['', 'ann', 'email'], 'identifier: invalid_email'],
    ['a bad number', ['', '0151', 'sms'], 'identifier: invalid_phone'],
    ['NUL', ['', 'a\0@example.com', 'email'], 'identifier: invalid_text'],
    [
      'a control character in a cell',
      ['a\u0007b', 'a@example.com', 'email'],
      'extraData.city: control_character',
    ],
    ['a line break in an address', ['', 'a@exa\nmple.com', 'email'], 'identifier: control_character'],
    ['more cells than columns', ['', 'a@example.com', 'email', 'x'], 'too_many'],
  ])('with %s is rejected', (_, cells, expected) => {
    expect(reason(csv(...cells))).toBe(expected);
  });
});

describe('a line of NDJSON', () => {
  it('yields a person like the body of POST /subscribers', () => {
    const extraData = { a: { b: [1, null, 'x'] } };
    const line = JSON.stringify({ integration: 'WhatsApp', identifier: '+4915112345678', extraData });
    expect(json(line)).toEqual({
      line: 7,
      person: { channel: 'WHATSAPP', address: '+4915112345678', extraData: JSON.stringify(extraData) },
    });
    expect(
      json('{"integration":"email","identifier":"a@example.com","extraData":null}').person,
    ).toMatchObject({
      extraData: '{}',
    });
  });

  const ann = '"integration":"email","identifier":"ann@example.com"';
  it.each([
    ['no JSON', '{', 'malformed_json'],
    ['a byte order mark', '\ufeff{}', 'malformed_json'],
    ['no object', '[]', 'wrong_type'],
    ['null', 'null', 'wrong_type'],
    ['a key twice', `{${ann},"integration":"email"}`, 'malformed_json'],
    ['a forbidden key', `{${ann},"extraData":{"__proto__":1}}`, 'malformed_json'],
    ['an unknown field', `{${ann},"groupSlug":"x"}`, 'groupSlug: unknown_field'],
    ['a number too big', `{${ann},"extraData":{"n":1e999}}`, 'extraData.n: too_big'],
    ['a number for an address', '{"integration":"email","identifier":5}', 'identifier: wrong_type'],
    ['null for a channel', '{"integration":null,"identifier":"a@example.com"}', 'integration: wrong_type'],
    ['a list for extra data', `{${ann},"extraData":[]}`, 'extraData: wrong_type'],
    ['too much extra data', `{${ann},"extraData":{"a":"${'x'.repeat(16_400)}"}}`, 'extraData: too_big'],
    ['a control character', `{${ann},"extraData":{"a":"\\n"}}`, 'extraData.a: control_character'],
  ])('with %s is rejected', (_, text, expected) => {
    expect(reason(json(text))).toBe(expected);
  });

  it('is rejected if it is not UTF-8', () => {
    expect(reason(json(Buffer.from('{"identifier":"\xff"}', 'latin1')))).toBe('malformed_json');
  });

  it('is shown with its beginning when it is rejected', () => {
    const row = json('€'.repeat(300));
    expect(row.person === null && row.text).toBe(`${'€'.repeat(200)}…`);
  });
});

const many = Array.from({ length: 1_001 }, (_, n) => `c${n}`);

describe('a header row', () => {
  it.each([
    ['the two columns', ['integration', 'identifier']],
    ['columns without a name, which are empty', ['integration', '', 'identifier', '']],
    ['others, in any order', ['a', 'identifier', 'b c', 'integration', 'Ort']],
  ])('may have %s', (_, columns) => expect(headerIssues(columns)).toEqual([]));

  it.each([
    ['an own column', ['integration'], 'identifier: required'],
    [
      'both own columns, in another spelling',
      ['Integration', ' identifier'],
      'integration: required; identifier: required',
    ],
    ['a column once', ['integration', 'identifier', 'a', 'a'], 'a: conflict'],
    ['short names', ['integration', 'identifier', 'x'.repeat(65)], 'too_long'],
    ['printable names', ['integration', 'identifier', 'a\tb'], 'control_character'],
    ['harmless names', ['integration', 'identifier', '__proto__'], '__proto__: not_allowed'],
    ['at most a thousand others', ['integration', 'identifier', ...many], 'too_many'],
  ])('must have %s', (_, columns, expected) => expect(reasonOf(headerIssues(columns))).toBe(expected));
});
