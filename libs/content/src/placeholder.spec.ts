import { splitPlaceholders, type Placeholder } from './placeholder';

const short = (part: string | Placeholder): unknown =>
  typeof part === 'string' ? part : part.fallback === undefined ? [part.key] : [part.key, part.fallback];
const split = (text: string): unknown[] => splitPlaceholders(text).map(short);

describe('splitting a text at its placeholders', () => {
  it.each([
    ['', []],
    ['Hello', ['Hello']],
    ['{{name}}', [['name']]],
    ['Hello {{name}}!', ['Hello ', ['name'], '!']],
    ['{{a}}{{b}}', [['a'], ['b']]],
    ['{{ name }}', [['name']]],
    ['{{\n\tname\r\n}}', [['name']]],
    ['{{\u00a0name}}', [['name']]],
    ['{{name|friend}}', [['name', 'friend']]],
    ['{{ name | dear friend }}', [['name', 'dear friend']]],
    ['{{name|}}', [['name', '']]],
    ['{{name|a|b}}', [['name', 'a|b']]],
    ['{{name|two\nlines}}', [['name', 'two\nlines']]],
    ['{{first name}}', [['first name']]],
    ['{{address.city}}', [['address.city']]],
    ['{{prénom}} {{名前}} {{😀}}', [['prénom'], ' ', ['名前'], ' ', ['😀']]],
    ['{{#if x}}', [['#if x']]],
    ['{{$&}}', [['$&']]],
    ['{{{name}}}', ['{', ['name'], '}']],
    ['{{{{name}}}}', ['{{', ['name'], '}}']],
    ['{{a {{b}}', ['{{a ', ['b']]],
    ['{{a}} {{b', [['a'], ' {{b']],
    ['{{a}}}', [['a'], '}']],
  ])('%j has the parts %j', (text, parts) => {
    expect(split(text)).toEqual(parts);
  });

  it.each([
    ['{{}}', 'no key'],
    ['{{ }}', 'a blank key'],
    ['{{|friend}}', 'a fallback without a key'],
    ['{{ | friend}}', 'a fallback after a blank key'],
    ['{name}', 'single braces'],
    ['{ {name} }', 'separated opening braces'],
    ['{{name', 'no end'],
    ['{{name}', 'half an end'],
    ['{{name} }', 'separated closing braces'],
    ['name}}', 'no beginning'],
    ['{{na}me}}', 'a brace in the key'],
    ['{{na{me}}', 'an opening brace in the key'],
    ['{{name|a}b}}', 'a brace in the fallback'],
    ['{{na\nme}}', 'a line break within the key'],
    ['{{na\0me}}', 'a control character in the key'],
    ['{{na\u0085me}}', 'a C1 control in the key'],
    [`{{${'a'.repeat(65)}}}`, 'a name of 65 characters'],
    [`{{${'ab.'.repeat(108)}c}}`, 'a key of 325 characters'],
    ['}}{{', 'an end before a beginning'],
  ])('%j stays text: %s', (text) => {
    expect(split(text)).toEqual([text]);
  });

  it('accepts names of 64 characters, five levels deep', () => {
    const key = Array.from({ length: 5 }, () => '😀'.repeat(64)).join('.');
    expect(split(`{{${key}}}`)).toEqual([[key]]);
  });

  it('preserves all text', () => {
    const pieces = ['{', '{{', '}', '}}', '|', 'a', ' ', '.', '\n', 'name'];
    let seed = 11;
    const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let i = 0; i < 20_000; i++) {
      const text = Array.from({ length: next(12) }, () => pieces[next(pieces.length)]).join('');
      const sources = splitPlaceholders(text).map((part) => (typeof part === 'string' ? part : part.source));
      expect(sources.join('')).toBe(text);
    }
  });

  it.each(['{', '}', '{{', '{{a', '{{a ', '{{a}', '{{{a', '{{|', '{{a|b', '{ {', '{{}', '{{ '])(
    'reads half a million characters of %j without hanging',
    (piece) => {
      const text = piece.repeat(500_000 / piece.length);
      expect(split(text)).toEqual([text]);
    },
  );

  it('reads a placeholder with half a million spaces without hanging', () => {
    expect(split(`{{${' '.repeat(500_000)}name${' '.repeat(500_000)}}}`)).toEqual([['name']]);
  });
});
