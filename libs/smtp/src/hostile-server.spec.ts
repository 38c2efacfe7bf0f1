import { seededBelow } from '@carillon/testing/random';
import { Session, pipelining } from '../test/session';
import { noExtensions } from './extensions';

describe('a hostile server', () => {
  it.each([
    ['an answer that nobody asked for', '250 a\r\n', 'unsent EPROTOCOL'],
    ['a farewell', '421 bye\r\n', 'refused session 421 bye'],
  ])('says %s, and the session is over', (_, bytes, end) => {
    expect(new Session().begin(1).hears(bytes).ends[1]).toBe(end);
    const idle = new Session().warm().hears(bytes);
    expect(idle.transactions.isUsable).toBe(false);
  });

  it('refuses a content before it was said, and the session is over', () => {
    const session = new Session().begin(1);
    session.says();
    expect(session.hears('250 a\r\n250 b\r\n354 c\r\n550 d\r\n').says()).toBe('');
    expect(session.ends[1]).toBe('refused content 550 d');
    expect(session.transactions.isUsable).toBe(false);
  });

  it.each(['x'.repeat(10_000), '250-x\r\n'.repeat(20_000)])('says an endless reply', (bytes) => {
    const session = new Session().begin(1);
    session.says();
    expect(session.hears(bytes).ends[1]).toBe('unsent EPROTOCOL');
  });

  it.each(['354 go\r\n', 'hello\r\n', '250-a\r\n550 b\r\n', '\0\0\0\r\n', '199 x\r\n'])(
    'answers a command with no answer: %j',
    (reply) => {
      const session = new Session().begin(1);
      session.says();
      expect(session.hears(reply).ends[1]).toBe('unsent EREPLY');
    },
  );

  it('does not have a mail taken for accepted by one reply too many', () => {
    const session = new Session().warm().begin(1).begin(2);
    session.says();
    session.hears('250 a\r\n250 b\r\n354 c\r\n').says();
    session.hears('250 first\r\n250 one too many\r\n250 a\r\n250 b\r\n354 c\r\n');
    expect(session.says()).toBe('');
    expect(session.ends.slice(1)).toEqual(['accepted 250 first', 'unsent EREPLY']);
  });

  it.each([
    ['to the content', '250 first\r\n550 one too many\r\n250 a\r\n250 b\r\n354 c\r\n'],
    ['to the sender', '250 first\r\n250 a\r\n451 one too many\r\n250 b\r\n354 c\r\n'],
    ['in the middle', '250 first\r\n250 a\r\n550 one too many\r\n550 no\r\n554 no\r\n'],
    ['before other refusals', '250 first\r\n550 one too many\r\n550 no\r\n503 no\r\n503 no\r\n'],
  ])('has no mail refused by one reply too many %s, and the session is over', (_, replies) => {
    const session = new Session().warm().begin(1).begin(2);
    session.says();
    session.hears('250 a\r\n250 b\r\n354 c\r\n').says();
    session.hears(replies);
    expect(session.ends[1]).toBe('accepted 250 first');
    expect(session.ends[2]).toMatch(/^unsent E(PROTOCOL|REPLY)$/);
    expect(session.says()).toBe('');
    expect(session.transactions.isUsable).toBe(false);
  });

  it('has no mail refused by one reply too many, however the replies are cut', () => {
    const session = new Session().warm().begin(1).begin(2);
    session.says();
    session.hears('250 a\r\n250 b\r\n354 c\r\n').says();
    for (const piece of ['250 first\r\n550 one too', ' many\r\n', '250 a\r\n', '250 b\r\n', '354 c\r\n'])
      session.hears(piece).says();
    expect(session.ends.slice(1)).toEqual(['accepted 250 first', 'unsent EPROTOCOL']);
  });

  it('leaves a mail in doubt whose content it refuses and accepts', () => {
    const session = new Session().begin(1);
    session.says();
    session.hears('250 a\r\n250 b\r\n354 c\r\n').says();
    expect(session.hears('550 no\r\n250 ok\r\n').ends[1]).toBe('unanswered EPROTOCOL');
  });

  it('refuses a sender twice while it gets one command at a time', () => {
    const session = new Session(noExtensions).begin(1);
    session.says();
    expect(session.hears('550 no\r\n250 a\r\n').ends[1]).toBe('unsent EPROTOCOL');
    expect(session.begin(2).ends[2]).toBe('unsent ECONNECTION');
  });

  it.each(['421 4.7.0 Too many errors\r\n', '221 bye\r\n', 'See https://mail.example/policy\r\n'])(
    'refuses a recipient and says a word more: %j',
    (word) => {
      const session = new Session().begin(1);
      session.says();
      session.hears(`250 a\r\n550 no\r\n554 b\r\n${word}`);
      expect(session.ends[1]).toBe('refused RCPT 550 no');
      expect(session.transactions.isUsable).toBe(false);
    },
  );

  it.each(['x'.repeat(10_000), '250-x\r\n'.repeat(20_000)])(
    'says an endless reply behind others, which count',
    (bytes) => {
      const session = new Session().warm().begin(1).begin(2);
      session.says();
      session.hears('250 a\r\n250 b\r\n354 c\r\n').says();
      session.hears(`250 first\r\n250 a\r\n550 no\r\n${bytes}`);
      expect(session.ends.slice(1)).toEqual(['accepted 250 first', 'refused RCPT 550 no']);
      expect(session.transactions.isUsable).toBe(false);
    },
  );

  it('reports the result of every mail once, whatever the server replies and however it is cut', () => {
    const number = seededBelow(14);
    const words = [
      '250 a\r\n',
      '250 b\r\n',
      '354 c\r\n',
      '550 no\r\n',
      '421 x\r\n',
      '25',
      '0 z\r\n',
      '250-',
      '\r\n',
      '\0',
    ];
    for (let round = 0; round < 3_000; round++) {
      const session = new Session(number(3) ? pipelining : noExtensions);
      let begun = 0;
      for (let step = 0; step < 40; step++) {
        const act = number(10);
        if (act < 2 && session.transactions.isUsable) session.begin(begun++);
        else if (act < 5) session.says();
        else if (act < 9) session.hears(words[number(number(2) ? 3 : words.length)] ?? '');
        else session.passes(number(400));
      }
      session.transactions.lost('ECONNRESET');
      expect([...session.ends].filter((end) => end === undefined)).toEqual([]);
      expect(session.ends).toHaveLength(begun);
    }
  });
});
