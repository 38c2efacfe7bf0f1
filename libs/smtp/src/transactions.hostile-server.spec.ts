import { seededBelow } from '@carillon/testing/random';
import { Session, pipelining } from '../test/session';
import { noExtensions } from './extensions';

describe('a hostile server', () => {
  it.each([
    ['an unsolicited reply', '250 a\r\n', 'unsent EPROTOCOL'],
    ['a farewell', '421 bye\r\n', 'refused session 421 bye'],
  ])('sends %s, and the session is over', (_, bytes, end) => {
    expect(new Session().begin(1).reply(bytes).ends[1]).toBe(end);
    const idle = new Session().warm().reply(bytes);
    expect(idle.transactions.isUsable).toBe(false);
  });

  it('refuses a content before it was sent, and the session is over', () => {
    const session = new Session().begin(1);
    session.output();
    expect(session.reply('250 a\r\n250 b\r\n354 c\r\n550 d\r\n').output()).toBe('');
    expect(session.ends[1]).toBe('refused content 550 d');
    expect(session.transactions.isUsable).toBe(false);
  });

  it.each(['x'.repeat(10_000), '250-x\r\n'.repeat(20_000)])('sends an endless reply', (bytes) => {
    const session = new Session().begin(1);
    session.output();
    expect(session.reply(bytes).ends[1]).toBe('unsent EPROTOCOL');
  });

  it.each(['354 go\r\n', 'hello\r\n', '250-a\r\n550 b\r\n', '\0\0\0\r\n', '199 x\r\n'])(
    'sends a response that is not a reply: %j',
    (reply) => {
      const session = new Session().begin(1);
      session.output();
      expect(session.reply(reply).ends[1]).toBe('unsent EREPLY');
    },
  );

  it('does not get an email accepted with a superfluous reply', () => {
    const session = new Session().warm().begin(1).begin(2);
    session.output();
    session.reply('250 a\r\n250 b\r\n354 c\r\n').output();
    session.reply('250 first\r\n250 one too many\r\n250 a\r\n250 b\r\n354 c\r\n');
    expect(session.output()).toBe('');
    expect(session.ends.slice(1)).toEqual(['accepted 250 first', 'unsent EREPLY']);
  });

  it.each([
    ['to the content', '250 first\r\n550 one too many\r\n250 a\r\n250 b\r\n354 c\r\n'],
    ['to the sender', '250 first\r\n250 a\r\n451 one too many\r\n250 b\r\n354 c\r\n'],
    ['in the middle', '250 first\r\n250 a\r\n550 one too many\r\n550 no\r\n554 no\r\n'],
    ['before other refusals', '250 first\r\n550 one too many\r\n550 no\r\n503 no\r\n503 no\r\n'],
  ])('does not get an email refused with a superfluous reply %s, and the session is over', (_, replies) => {
    const session = new Session().warm().begin(1).begin(2);
    session.output();
    session.reply('250 a\r\n250 b\r\n354 c\r\n').output();
    session.reply(replies);
    expect(session.ends[1]).toBe('accepted 250 first');
    expect(session.ends[2]).toMatch(/^unsent E(PROTOCOL|REPLY)$/);
    expect(session.output()).toBe('');
    expect(session.transactions.isUsable).toBe(false);
  });

  it('does not get an email refused with a superfluous reply, regardless of how the replies are cut', () => {
    const session = new Session().warm().begin(1).begin(2);
    session.output();
    session.reply('250 a\r\n250 b\r\n354 c\r\n').output();
    for (const piece of ['250 first\r\n550 one too', ' many\r\n', '250 a\r\n', '250 b\r\n', '354 c\r\n'])
      session.reply(piece).output();
    expect(session.ends.slice(1)).toEqual(['accepted 250 first', 'unsent EPROTOCOL']);
  });

  it('leaves an email in doubt if it both refuses and accepts the content', () => {
    const session = new Session().begin(1);
    session.output();
    session.reply('250 a\r\n250 b\r\n354 c\r\n').output();
    expect(session.reply('550 no\r\n250 ok\r\n').ends[1]).toBe('unanswered EPROTOCOL');
  });

  it('refuses a sender twice while it gets one command at a time', () => {
    const session = new Session(noExtensions).begin(1);
    session.output();
    expect(session.reply('550 no\r\n250 a\r\n').ends[1]).toBe('unsent EPROTOCOL');
    expect(session.begin(2).ends[2]).toBe('unsent ECONNECTION');
  });

  it.each(['421 4.7.0 Too many errors\r\n', '221 bye\r\n', 'See https://mail.example/policy\r\n'])(
    'refuses a recipient and sends another reply: %j',
    (more) => {
      const session = new Session().begin(1);
      session.output();
      session.reply(`250 a\r\n550 no\r\n554 b\r\n${more}`);
      expect(session.ends[1]).toBe('refused RCPT 550 no');
      expect(session.transactions.isUsable).toBe(false);
    },
  );

  it.each(['x'.repeat(10_000), '250-x\r\n'.repeat(20_000)])(
    'sends an endless reply after other replies, which count',
    (bytes) => {
      const session = new Session().warm().begin(1).begin(2);
      session.output();
      session.reply('250 a\r\n250 b\r\n354 c\r\n').output();
      session.reply(`250 first\r\n250 a\r\n550 no\r\n${bytes}`);
      expect(session.ends.slice(1)).toEqual(['accepted 250 first', 'refused RCPT 550 no']);
      expect(session.transactions.isUsable).toBe(false);
    },
  );

  it('causes exactly one result for every email, for any replies and any chunks', () => {
    const number = seededBelow(14);
    const replies = [
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
        else if (act < 5) session.output();
        else if (act < 9) session.reply(replies[number(number(2) ? 3 : replies.length)] ?? '');
        else session.passes(number(400));
      }
      session.transactions.lost('ECONNRESET');
      expect([...session.ends].filter((end) => end === undefined)).toEqual([]);
      expect(session.ends).toHaveLength(begun);
    }
  });
});
