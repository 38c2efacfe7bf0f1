import { seededBelow } from '@carillon/testing/random';
import { MailContent, SharedPart } from './mail-content';

/** The whole message is known, as in RFC 5321 §4.5.2: each line is examined. */
const doubledLineByLine = (message: string): string =>
  message
    .split('\n')
    .map((line) => (line.startsWith('.') ? `.${line}` : line))
    .join('\n');

describe('dots at the beginning of lines', () => {
  it.each([
    ['', ''],
    ['.', '..'],
    ['.\r\n', '..\r\n'],
    ['a.b\r\n.c\r\n..\r\n', 'a.b\r\n..c\r\n...\r\n'],
    ['a', 'a'],
  ])('are doubled: %j', (message, bytes) => {
    expect(MailContent.of(message).bytes).toBe(bytes);
    expect(new MailContent().add(new SharedPart(message)).bytes).toBe(bytes);
  });

  it.each([
    ['after a part that ends a line', ['a\r\n', '.b'], 'a\r\n..b'],
    ['after a part that does not end a line', ['a', '.b'], 'a.b'],
    ['after an empty part', ['a\r\n', '', '.b'], 'a\r\n..b'],
    ['after an empty part within a line', ['a', '', '.b'], 'a.b'],
    ['at the beginning of the message', ['', '.', '.'], '...'],
    ['when a line break is split between parts', ['a\r', '\n', '.b', '\r\n.'], 'a\r\n..b\r\n..'],
  ])('are doubled where parts meet: %s', (_, texts, bytes) => {
    const messages = [
      texts.map((text) => text),
      texts.map((text) => new SharedPart(text)),
      texts.map((text, at) => (at % 2 === 0 ? new SharedPart(text) : text)),
      texts.map((text, at) => (at % 2 === 0 ? text : new SharedPart(text))),
    ];
    for (const parts of messages) {
      const content = new MailContent();
      for (const part of parts) content.add(part);
      expect(content.bytes).toBe(bytes);
    }
  });

  it('adds the same shared part to several messages', () => {
    const part = new SharedPart('.a\r\n.b');
    expect(new MailContent().add(part).add(part).bytes).toBe('..a\r\n..b.a\r\n..b');
    expect(new MailContent().add('x').add(part).bytes).toBe('x.a\r\n..b');
  });

  it('are doubled in a part that ends several messages without being copied', () => {
    const last = new SharedPart('a\r\n.b\r\n');
    for (const text of ['', 'x\r\n', '.x\r\n']) {
      const content = new MailContent().add(text).end(last);
      const message = `${text}a\r\n.b\r\n`;
      expect(content.bytes).toBe(doubledLineByLine(message));
      expect([content.size, content.length]).toEqual([message.length, content.bytes.length]);
      expect(content.message).toBe(message);
    }
    expect(() => new MailContent().add('x').end(last)).toThrow('cannot be the last one');
    expect(() => new MailContent().end(last).end(last)).toThrow('cannot be the last one');
    expect(() => new MailContent().end(new SharedPart('.'))).toThrow('cannot be the last one');
  });

  it('are passed on in pieces of any length', () => {
    const content = new MailContent().add('.ab\r\n').end(new SharedPart('cd\r\n.e'));
    for (let length = 1; length <= content.length + 1; length++) {
      let bytes = '';
      for (let at = 0; at < content.length; at += length) {
        const piece = content.piece(at, at + length);
        expect(piece).toHaveLength(Math.min(length, content.length - at));
        bytes += piece;
      }
      expect(bytes).toBe('..ab\r\ncd\r\n..e');
    }
  });

  it('are doubled in 5,000 generated messages, however they are divided into parts', () => {
    const number = seededBelow(5321);
    const pieces = ['.', '..', '\r\n', '\r\n.', '\r', '\n', 'a', 'b.c', '\xff', ''];
    const text = (): string =>
      Array.from({ length: number(5) }, () => pieces[number(pieces.length)]).join('');
    for (let n = 0; n < 5_000; n++) {
      const texts = Array.from({ length: number(8) }, text);
      const content = new MailContent();
      for (const each of texts) content.add(number(2) === 0 ? each : new SharedPart(each));
      const message = texts.join('');
      expect(content.bytes).toBe(doubledLineByLine(message));
      expect(content.size).toBe(message.length);
      expect(content.message).toBe(message);
    }
  });
});
