import { Buffer } from 'node:buffer';
import { columnsOf, hasPeople } from './columns';
import { headerIssues, readRow } from './read-row';

const line = 2;
const none = Buffer.alloc(0);

function row(columns: readonly string[], cells: readonly string[], defaultCountry?: 'DE') {
  const known = columnsOf(columns);
  return readRow({ line, bytes: none, cells, next: { offset: 0, line: 3 } } as never, {
    format: 'csv',
    columns: known,
    defaultCountry,
  });
}

function json(text: string) {
  return readRow({ line, bytes: Buffer.from(text), next: { offset: 0, line: 3 } } as never, {
    format: 'ndjson',
    columns: [],
  });
}

const reasonOf = (read: ReturnType<typeof row>): string | null => ('reason' in read ? read.reason : null);

describe('a file with one person for each row', () => {
  it.each([
    [['email', 'name'], true],
    [['E-Mail', 'name'], false],
    [['Phone', 'EMAIL'], true],
    [['externalid'], true],
    [['locale', 'country'], false],
    [['integration', 'identifier', 'email'], false],
    [['integration', 'email'], false],
  ])('is recognized by its columns %j: %s', (columns, expected) => {
    expect(hasPeople(columnsOf(columns))).toBe(expected);
  });

  it('has the columns of a person in any letter case, and attributes as they are', () => {
    expect(columnsOf([' EMAIL', 'Phone ', 'ExternalID', 'TIMEZONE', 'City'])).toEqual([
      'email',
      'phone',
      'externalId',
      'timeZone',
      'City',
    ]);
  });

  it('reads all channels, the known fields, attributes, and consent', () => {
    const columns = [
      'email',
      'phone',
      'whatsapp',
      'externalId',
      'locale',
      'timeZone',
      'country',
      'Stadt',
      'consent.source',
    ];
    const cells = [
      'Ann@Example.com',
      '0151 12345678',
      '+49 151 12345678',
      '1042',
      'de_DE',
      'europe/berlin',
      'de',
      'Köln',
      'Form',
    ];
    expect(row(columns, cells, 'DE')).toMatchObject({
      line,
      contact: {
        addresses: [
          { channel: 'EMAIL', address: 'ann@example.com' },
          { channel: 'SMS', address: '+4915112345678' },
          { channel: 'WHATSAPP', address: '+4915112345678' },
        ],
        externalId: '1042',
        locale: 'de-DE',
        timeZone: 'Europe/Berlin',
        country: 'DE',
        attributes: { Stadt: 'Köln' },
        consent: { source: 'Form' },
      },
    });
  });

  it.each([
    ['Germany', 'German', 'DE', 'de'],
    ['Österreich', 'Deutsch', 'AT', 'de'],
    ['FRANCE', 'français', 'FR', 'fr'],
    ['Polska', 'polski', 'PL', 'pl'],
    ['USA', 'English', 'US', 'en'],
    ['no', 'no', 'NO', 'no'],
  ])('reads countries and languages by their names: %s, %s', (country, locale, code, language) => {
    const read = row(['email', 'country', 'locale'], ['ann@example.com', country, locale]);
    expect(read.contact).toMatchObject({ country: code, locale: language });
  });

  it('ignores empty cells', () => {
    const read = row(['email', 'phone', 'city'], ['ann@example.com', ' ', '']);
    expect(read.contact).toEqual({
      addresses: [{ channel: 'EMAIL', address: 'ann@example.com' }],
      attributes: {},
    });
  });

  it.each([
    [['email', 'phone'], ['ann@', '12'], 'email: invalid_email; phone: invalid_phone'],
    [['email', 'phone'], ['', ''], 'email: required'],
    [['email', 'locale'], ['ann@example.com', 'no such thing'], 'locale: not_allowed'],
    [['email', 'timeZone'], ['ann@example.com', 'Mars/Base'], 'timeZone: not_allowed'],
    [['email', 'country'], ['ann@example.com', 'Atlantis'], 'country: not_allowed'],
    [['email', 'externalId'], ['ann@example.com', 'x'.repeat(129)], 'externalId: too_long'],
    [['email'], ['ann@example.com', 'rest'], 'too_many'],
  ])('rejects a row of %j: %j with %s', (columns, cells, reason) => {
    expect(reasonOf(row(columns, cells))).toBe(reason);
  });

  it('reports duplicate columns and invalid names', () => {
    expect(
      headerIssues(columnsOf(['email', 'Email', '__proto__'])).map(({ field, code }) => [field, code]),
    ).toEqual([
      ['email', 'conflict'],
      ['__proto__', 'not_allowed'],
    ]);
  });

  it('needs the columns of an address where only addresses are accepted', () => {
    expect(headerIssues(columnsOf(['email']), true).map(({ field }) => field)).toEqual([
      'integration',
      'identifier',
    ]);
  });
});

describe('a JSON line with a person', () => {
  it('can have several addresses on a channel, and typed attributes', () => {
    const text =
      '{"email":["a@example.com","b@example.com"],"attributes":{"age":30,"vip":true,"tags":["x","y"]}}';
    expect(json(text).contact).toEqual({
      addresses: [
        { channel: 'EMAIL', address: 'a@example.com' },
        { channel: 'EMAIL', address: 'b@example.com' },
      ],
      attributes: { age: 30, vip: true, tags: ['x', 'y'] },
    });
  });

  it.each([
    ['{"email":"a@example.com","attributes":{"a":{"b":1}}}', 'attributes.a: wrong_type'],
    ['{"email":"a@example.com","attributes":{"a":[1]}}', 'attributes.a.0: wrong_type'],
    ['{"email":"a@example.com","attributes":"x"}', 'attributes: wrong_type'],
    ['{"email":["a@example.com",7]}', 'email: wrong_type'],
    ['{"email":"a@example.com","extraData":{}}', 'extraData: unknown_field'],
    ['{"externalId":"7"}', 'email: required'],
    ['{"externalId":7,"email":"a@example.com"}', 'externalId: wrong_type'],
  ])('is rejected: %s', (text, reason) => {
    expect(reasonOf(json(text))).toBe(reason);
  });

  it('is still one address with integration and identifier', () => {
    expect(json('{"integration":"email","identifier":"a@example.com"}').person).toMatchObject({
      channel: 'EMAIL',
    });
  });
});
