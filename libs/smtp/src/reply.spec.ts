import { seededBelow } from '@carillon/testing/random';
import { type Reply, ReplyReader, ReplyTooLong, replyLimits } from './reply';

const shown = ({ code, enhanced, text }: Reply) => ({ code, enhanced, text });
const read = (bytes: string) => new ReplyReader().read(bytes).map(shown);

describe('the reader of replies', () => {
  it.each<[string, string, object[]]>([
    ['one line', '250 2.1.0 Ok\r\n', [{ code: 250, enhanced: '2.1.0', text: '250 2.1.0 Ok' }]],
    ['a bare code', '250\r\n', [{ code: 250, enhanced: null, text: '250' }]],
    ['a bare line feed', '250 Ok\n', [{ code: 250, enhanced: null, text: '250 Ok' }]],
    [
      'several lines',
      '550-5.1.1 No such\r\n550-5.1.1\r\n550 5.1.1 user\r\n',
      [{ code: 550, enhanced: '5.1.1', text: '550-5.1.1 No such 550-5.1.1 550 5.1.1 user' }],
    ],
    [
      'several replies',
      '250 a\r\n250-b\r\n250 c\r\n354 d\r\n',
      [
        { code: 250, enhanced: null, text: '250 a' },
        { code: 250, enhanced: null, text: '250-b 250 c' },
        { code: 354, enhanced: null, text: '354 d' },
      ],
    ],
    ['nothing between replies', '\r\n \r\n250 a\r\n\r\n', [{ code: 250, enhanced: null, text: '250 a' }]],
    [
      'an enhanced code of another class',
      '550 4.7.1 No\r\n',
      [{ code: 550, enhanced: null, text: '550 4.7.1 No' }],
    ],
    [
      'control characters',
      '550 a\0b\x1b[2Jc\td\r\n',
      [{ code: 550, enhanced: null, text: '550 a b [2Jc d' }],
    ],
    ['no reply', 'HTTP/1.1 400 Bad\r\n', [{ code: 0, enhanced: null, text: 'HTTP/1.1 400 Bad' }]],
    ['a code of no class', '650 x\r\n', [{ code: 0, enhanced: null, text: '650 x' }]],
    ['four digits', '2500 x\r\n', [{ code: 0, enhanced: null, text: '2500 x' }]],
    ['an acceptance that ends as a refusal', '250-Ok\r\n550 No\r\n', [{ code: 0, enhanced: null, text: '' }]],
    [
      'a last line without a code',
      '550-No\r\nuser\r\n',
      [{ code: 550, enhanced: null, text: '550-No user' }],
    ],
    ['UTF-8', '550 Zo\xc3\xab\r\n', [{ code: 550, enhanced: null, text: '550 Zoë' }]],
    ['bytes that are no UTF-8', '550 Zo\xeb\r\n', [{ code: 550, enhanced: null, text: '550 Zoë' }]],
    ['an unfinished line', '250 a\r\n25', [{ code: 250, enhanced: null, text: '250 a' }]],
    ['an unfinished reply', '250-a\r\n', []],
  ])('understands %s', (_, bytes, expected) => {
    expect(read(bytes)).toEqual(expected);
  });

  it('truncates a text to a displayable length', () => {
    expect(read(`550 ${'x'.repeat(5_000)}\r\n`)[0]?.text).toHaveLength(300);
  });

  it('reads the same replies regardless of how they are cut', () => {
    const lines = [
      '250 Ok',
      '250-a',
      '250-2.0.0 b',
      '250 c',
      '',
      '550-5.1.1 x\0',
      '550 5.1.1 y',
      '354',
      'no',
      '250-z',
      '421 q',
    ];
    const number = seededBelow(14);
    for (let round = 0; round < 300; round++) {
      const bytes = Array.from(
        { length: 30 },
        () => `${lines[number(lines.length)]}${number(5) ? '\r' : ''}\n`,
      ).join('');
      const reader = new ReplyReader();
      const replies: Reply[] = [];
      for (let at = 0; at < bytes.length;) {
        const length = 1 + number(number(2) ? 3 : 40);
        replies.push(...reader.read(bytes.slice(at, at + length)));
        at += length;
      }
      expect(replies.map(shown)).toEqual(read(bytes));
    }
  });

  it.each<[string, () => string]>([
    ['a line without an end', () => 'x'.repeat(1_000)],
    ['a reply without an end', () => `250-${'x'.repeat(500)}\r\n`],
    ['a reply of many short lines', () => '250-\r\n'.repeat(100)],
  ])('keeps a limited part of %s', (_, next) => {
    const reader = new ReplyReader();
    let bytes = 0;
    expect(() => {
      for (; bytes < 1_000_000; bytes += next().length) reader.read(next());
    }).toThrow(ReplyTooLong);
    expect(bytes).toBeLessThanOrEqual(2 * replyLimits.reply);
  });

  it.each<[string, string]>([
    ['a line that is too long', 'x'.repeat(replyLimits.line + 1)],
    ['a whole line that is too long', `250 ${'x'.repeat(replyLimits.line)}\r\n250 c\r\n`],
    ['a reply that is too long', '250-x\r\n'.repeat(replyLimits.reply)],
  ])('returns the complete replies before %s', (_, excess) => {
    const reader = new ReplyReader();
    reader.read('250 ');
    let before: readonly Reply[] = [];
    try {
      reader.read(`a\r\n550 b\r\n${excess}`);
    } catch (error) {
      if (error instanceof ReplyTooLong) before = error.before;
    }
    expect(before.map(({ text }) => text)).toEqual(['250 a', '550 b']);
  });

  it.each([
    ['421 4.4.2 Timeout', 421],
    ['250 Ok', null],
    ['55', null],
    ['', null],
  ])('recognizes a refusal without a line end when the connection ends: %j', (bytes, code) => {
    const reader = new ReplyReader();
    reader.read(bytes);
    expect(reader.end()?.code ?? null).toBe(code);
  });
});
