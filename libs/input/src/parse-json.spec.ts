import { AppError } from '@carillon/contracts';
import { processorTime } from '@carillon/testing/processor-time';
import { parseForeignJson, parseJson } from './parse-json';

const read = (text: string) => parseJson(Buffer.from(text));

function refusal(bytes: Uint8Array | string): AppError {
  try {
    parseJson(Buffer.from(bytes));
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('reading a JSON body', () => {
  it.each([
    '{}',
    '[]',
    ' {"a": [1, 2.5, -3e2, true, null, "x"]} \n',
    '{"a":{"a":{"a":1}},"b":{"a":2}}',
    '{"colon: in \\"a\\" string": "a:b:c", "\\\\": ":"}',
    '{"a\\\\":1,"a":2}',
    '"text"',
    '0',
    '{"name":"Grüße 👋 \\u00e9"}',
  ])('reads %s as JSON.parse does', (text) => {
    expect(read(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['a trailing comma', '{"a":1,}'],
    ['a comment', '{/* */}'],
    ['single quotes', "{'a':1}"],
    ['NaN', '{"a":NaN}'],
    ['only spaces', '  '],
    ['two values', '{}{}'],
    ['a raw line break in a string', '{"a":"\n"}'],
    ['a byte order mark', '\ufeff{}'],
    ['a duplicate key', '{"a":1,"b":2,"a":3}'],
    ['a duplicate key, once escaped', '{"a":1,"\\u0061":2}'],
    ['a nested duplicate key', '{"x":[{"y":{"a":1,"a":1}}]}'],
    ['__proto__', '{"__proto__":{"admin":true}}'],
    ['__proto__ in escapes', '{"\\u005f_proto__":1}'],
    ['a nested constructor', '{"a":[{"constructor":1}]}'],
    ['prototype', '{"prototype":1}'],
  ])('refuses %s', (_, text) => {
    expect(refusal(text).code).toBe('malformed_json');
  });

  it('reads keys with escapes correctly, regardless of previous texts', () => {
    for (const before of ['{"a":1,"\\\\":2}', '{"gr\\\\u0":1}', '{"k\\\\":1}']) read(before);
    expect(read('{"a":1,"\\u00fc":2}')).toEqual({ a: 1, ü: 2 });
    expect(read('{"a":1,"\\"":2}')).toEqual({ a: 1, '"': 2 });
    expect(read('{"gr\\u00f6\\u00dfe":1}')).toEqual({ größe: 1 });
    expect(read('{"k\\n":1}')).toEqual({ 'k\n': 1 });
    expect(read(' { "\\u0061" : [ ] , "b" : [ 1 , { } , "x" ] , "c":-0.5e1 } ')).toEqual({
      a: [],
      b: [1, {}, 'x'],
      c: -5,
    });
    expect(read('{"\\u005f_proto":{"a":null}}')).toEqual({ __proto: { a: null } });
    expect(refusal(`{"\\u0061":${'['.repeat(32)}${']'.repeat(32)}}`).code).toBe('malformed_json');
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(refusal(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])).code).toBe('malformed_json');
    expect(refusal(Buffer.from('{"a":1}', 'utf16le')).code).toBe('malformed_json');
    // An encoded surrogate (CESU-8) and an overlong slash.
    expect(refusal(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])).code).toBe('malformed_json');
    expect(refusal(Buffer.from([0x22, 0xc0, 0xaf, 0x22])).code).toBe('malformed_json');
  });

  it('accepts 32 levels and refuses 33', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(() => read(nested(32))).not.toThrow();
    expect(refusal(nested(33)).code).toBe('malformed_json');
  });

  it('reports the numbers that exceed a double', () => {
    const error = refusal('{"a":[1,{"b":1e400}],"c":-1e999,"d":1e308}');
    expect(error.code).toBe('validation_failed');
    expect(error.fields.map(({ field, code }) => [field, code])).toEqual([
      ['a.1.b', 'too_big'],
      ['c', 'too_big'],
    ]);
  });

  it.each([
    '1234567890123456789',
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567.0',
    '0.1234567890123456789',
    '1234567890123456789e-3',
    '1e400',
    '1e-400',
    '123456789012345678e5',
  ])('refuses a number whose digits would change: %s', (number) => {
    expect(refusal(`{"a":{"b":${number}}}`).fields).toMatchObject([{ field: 'a.b', code: 'too_big' }]);
    expect(read(`{"a":"${number}"}`)).toEqual({ a: number });
  });

  it.each([
    '9007199254740991',
    '9007199254740992',
    '19.99',
    '0.10',
    '0.10000000000000001',
    '0.30000000000000004',
    '1.7976931348623157e308',
    '1E2',
    '5e-324',
    '100000000000000000000',
    '-0',
    '0.0e5',
    '1529006854.329574',
  ])('keeps a number that a double can represent: %s', (number) => {
    expect(read(`[${number}]`)).toEqual([Number(number)]);
  });

  it('rounds the numbers of foreign senders', () => {
    expect(parseForeignJson(Buffer.from('{"id":1234567890123456789}'))).toEqual({ id: 1234567890123456800 });
  });

  it('does not repeat the content of the body', () => {
    expect(refusal('{"password":"hunter2" "x"').detail).not.toContain('hunter2');
  });

  it.each([
    ['deep nesting', '['.repeat(524_288) + ']'.repeat(524_288)],
    ['open brackets', '['.repeat(1_048_576)],
    ['open objects', '{"a":'.repeat(200_000)],
    ['escaped quotes', `{"a":"${'\\"'.repeat(500_000)}"}`],
    ['backslashes', `{"a":"${'\\\\'.repeat(500_000)}"}`],
    ['many keys', `{${Array.from({ length: 90_000 }, (_, i) => `"k${i}":1`).join(',')}}`],
    ['a long number', `[${'9'.repeat(1_000_000)}]`],
  ])('reads a mebibyte of %s in linear time', (_, text) => {
    const usedMs = processorTime();
    try {
      read(text);
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
    }
    // Quadratic work on a mebibyte takes minutes.
    expect(usedMs()).toBeLessThan(5_000);
  });
});
