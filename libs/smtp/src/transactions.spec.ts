import { DistantServer } from '../test/distant-server';
import { Session, chunk, chunking, envelope } from '../test/session';
import { noExtensions } from './extensions';
import { PATIENCE_MS, PIECE_BYTES } from './transaction';
import { FAR_DEPTH, FAR_MS, QUICK_MS, phases } from './transactions';

describe('a session with a server that offers PIPELINING', () => {
  it('sends an envelope at once, and the content when the server waits for it', () => {
    const session = new Session().begin(1);
    expect(session.output()).toBe(envelope(1));
    expect(session.reply('250 a\r\n250 b\r\n').output()).toBe('');
    expect(session.reply('354 c\r\n').output()).toBe('Mail 1\r\n.\r\n');
    session.reply('250 2.0.0 Ok: queued as 7\r\n');
    expect(session.ends[1]).toBe('accepted 250 2.0.0 Ok: queued as 7');
    expect(session.transactions.isUsable).toBe(true);
  });

  it('sends the next envelope together with the end of a content', () => {
    const session = new Session().warm().begin(1).begin(2);
    expect(session.output()).toBe(envelope(1));
    expect(session.reply('250 a\r\n250 b\r\n354 c\r\n').output()).toBe(`Mail 1\r\n.\r\n${envelope(2)}`);
    session.reply('250 first\r\n250 a\r\n250 b\r\n354 c\r\n').begin(3);
    expect(session.ends).toEqual([expect.anything(), 'accepted 250 first', undefined].slice(0, 2));
    expect(session.output()).toBe(`Mail 2\r\n.\r\n${envelope(3)}`);
  });

  it('takes one email at a time until the server has shown that it is quick', () => {
    const session = new Session();
    expect(session.transactions.depth).toBe(1);
    expect(session.warm().transactions.depth).toBe(2);
    session.begin(1).output();
    session.reply('250 a\r\n250 b\r\n354 c\r\n').output();
    session.now += QUICK_MS + 1;
    expect(session.reply('250 d\r\n').transactions.depth).toBe(1);
  });

  it.each<[string, string, string, string]>([
    ['the sender', '550 no\r\n503 a\r\n503 b\r\n', 'refused MAIL 550 no', ''],
    ['the recipient', '250 a\r\n550 no\r\n554 b\r\n', 'refused RCPT 550 no', 'RSET\r\n'],
    ['the content, before it is sent', '250 a\r\n250 b\r\n451 no\r\n', 'refused DATA 451 no', 'RSET\r\n'],
  ])('continues after the server refused %s', (_, replies, end, first) => {
    const session = new Session().begin(1);
    session.output();
    expect(session.reply(replies).ends[1]).toBe(end);
    expect(session.begin(2).output()).toBe(first + envelope(2));
    session.reply(`${first && '250 reset\r\n'}250 a\r\n250 b\r\n354 c\r\n`).output();
    expect(session.reply('250 d\r\n').ends[2]).toBe('accepted 250 d');
  });

  it('continues after a refused content if the next envelope was already sent', () => {
    const session = new Session().warm().begin(1).begin(2);
    session.output();
    session.reply('250 a\r\n250 b\r\n354 c\r\n').output();
    session.reply('552 5.2.2 full\r\n250 a\r\n').reply('250 b\r\n354 c\r\n');
    expect(session.ends[1]).toBe('refused content 552 5.2.2 full');
    expect(session.output()).toBe('Mail 2\r\n.\r\n');
  });

  it('ends an empty message if the server wants the content of a refused email', () => {
    const session = new Session().begin(1);
    session.output();
    expect(session.reply('250 a\r\n550 no\r\n354 go\r\n').output()).toBe('.\r\n');
    expect(session.ends[1]).toBeUndefined();
    expect(session.reply('554 nobody\r\n').ends[1]).toBe('refused RCPT 550 no');
    expect(session.begin(2).output()).toBe(envelope(2));
  });

  it('ends the session if the server wants the content of a refused sender', () => {
    const session = new Session().begin(1);
    session.output();
    session.reply('550 no\r\n250 b\r\n354 go\r\n');
    expect(session.ends[1]).toBe('refused MAIL 550 no');
    expect(session.transactions.isUsable).toBe(false);
  });

  it('does not send the content after a 250 reply to DATA', () => {
    const session = new Session().begin(1);
    session.output();
    expect(session.reply('250 a\r\n250 b\r\n250 c\r\n').output()).toBe('');
    expect(session.ends[1]).toBe('unsent EREPLY');
  });

  it.each([
    ['421 MAIL\r\n', 'refused MAIL 421 MAIL'],
    ['250 a\r\n421 RCPT\r\n', 'refused session 421 RCPT'],
    ['250 a\r\n421 4.3.2 RCPT\r\n', 'refused session 421 4.3.2 RCPT'],
    ['250 a\r\n421-4.7.28 RCPT\r\n421 4.7.28 x\r\n', 'refused RCPT 421-4.7.28 RCPT 421 4.7.28 x'],
    ['250 a\r\n250 b\r\n421 DATA\r\n', 'refused DATA 421 DATA'],
    ['250 a\r\n450 later\r\n421 too many\r\n', 'refused RCPT 450 later'],
  ])('is over after a 421: %j', (replies, end) => {
    const session = new Session().begin(1).begin(2);
    session.output();
    session.reply(replies);
    expect(session.ends.slice(1)).toEqual([end, 'unsent EBEHIND']);
    expect(session.transactions.isUsable).toBe(false);
    expect(session.begin(3).ends[3]).toBe('unsent ECONNECTION');
  });

  it('is over if the next envelope gets a 421 after an accepted mail', () => {
    const session = new Session().warm().begin(1).begin(2);
    session.output();
    session.reply('250 a\r\n250 b\r\n354 c\r\n').output();
    session.reply('250 ok\r\n421 4.7.0 enough\r\n');
    expect(session.ends.slice(1)).toEqual(['accepted 250 ok', 'refused MAIL 421 4.7.0 enough']);
  });
});

const AGREED = '250 a\r\n250 b\r\n250 c\r\n';

describe('a session with a server that offers CHUNKING', () => {
  const first = (): Session => new Session(chunking, FAR_MS).warm();
  const far = (): Session => first().chunked();

  it('sends the first email after DATA, and each further email in one piece', () => {
    const session = first().begin(1);
    expect(session.output()).toBe(chunk(1));
    expect(session.reply('250 a\r\n250 b\r\n250 queued\r\n').ends[1]).toBe('accepted 250 queued');
    expect(session.begin(2).output()).toBe(chunk(2));
  });

  it('sends several emails in advance only when the server has accepted a chunk', () => {
    const session = first().begin(1).begin(2);
    expect(session.output()).toBe(chunk(1));
    session.reply('250 a\r\n250 b\r\n250 c\r\n').begin(3);
    expect(session.output()).toBe(`${chunk(2)}RSET\r\n${chunk(3)}`);
  });

  it('sends several emails to a distant server before its replies, each after RSET', () => {
    const session = far();
    expect(session.transactions.depth).toBe(FAR_DEPTH);
    expect(session.transactions.useful).toBe(FAR_DEPTH);
    session.begin(1).begin(2).begin(3);
    expect(session.output()).toBe(`${chunk(1)}RSET\r\n${chunk(2)}RSET\r\n${chunk(3)}`);
    session.reply(`${AGREED}250 reset\r\n`).reply(`${AGREED}250 reset\r\n${AGREED}`);
    expect(session.ends.slice(1)).toEqual(['accepted 250 c', 'accepted 250 c', 'accepted 250 c']);
  });

  it('does not send an email in one piece to a near server', () => {
    const session = new Session(chunking, FAR_MS - 1).warm();
    expect(session.transactions.depth).toBe(2);
    expect(session.transactions.useful).toBe(1);
    expect(session.begin(1).output()).toBe(envelope(1));
  });

  it('takes a server for near as soon as a reply is quick', () => {
    const session = far().begin(1);
    session.output();
    session.now -= 2;
    expect(session.reply(AGREED).transactions.depth).toBe(2);
    expect(session.begin(2).output()).toBe(envelope(2));
  });

  it('sends a content without doubled dots', () => {
    const session = far().begin(1, { content: '.a\r\n..b\r\n' });
    expect(session.output()).toBe(chunk(1, '.a\r\n..b\r\n'));
  });

  it('sends a long content only after the server has accepted its envelope', () => {
    const content = `${'x'.repeat(PIECE_BYTES)}\r\n`;
    const session = far().begin(1).begin(2, { content });
    expect(session.output()).toBe(`${chunk(1)}RSET\r\n${envelope(2)}`);
    session.reply(`${AGREED}250 reset\r\n250 a\r\n250 b\r\n354 go\r\n`);
    expect(session.output().length).toBe(PIECE_BYTES);
  });

  it.each<[string, string, string]>([
    ['the sender', '550 no\r\n503 a\r\n503 b\r\n', 'refused MAIL 550 no'],
    ['the recipient', '250 a\r\n550 no\r\n554 b\r\n', 'refused RCPT 550 no'],
    ['the content', '250 a\r\n250 b\r\n552 no\r\n', 'refused content 552 no'],
  ])('begins with RSET after the server refused %s', (_, replies, end) => {
    const session = far().begin(1);
    session.output();
    expect(session.reply(replies).ends[1]).toBe(end);
    expect(session.begin(2).output()).toBe(`RSET\r\n${chunk(2)}`);
    expect(session.reply(`250 reset\r\n${AGREED}`).ends[2]).toBe('accepted 250 c');
    expect(session.begin(3).output()).toBe(chunk(3));
  });

  it('continues with the emails in transit after a refusal, without another RSET', () => {
    const session = far().begin(1).begin(2);
    session.output();
    session.reply(`250 a\r\n550 no\r\n554 b\r\n250 reset\r\n${AGREED}`);
    expect(session.ends.slice(1)).toEqual(['refused RCPT 550 no', 'accepted 250 c']);
    expect(session.begin(3).output()).toBe(chunk(3));
  });

  it('leaves all emails in transit in doubt when the connection breaks', () => {
    const session = far().begin(1).begin(2);
    session.output();
    session.reply('250 a\r\n').transactions.lost('ECONNRESET');
    expect(session.ends.slice(1)).toEqual(['unanswered ECONNRESET', 'unanswered ECONNRESET']);
  });

  it('does not leave emails in doubt that follow a 421', () => {
    const session = far().begin(1).begin(2);
    session.output();
    session.reply('421 enough\r\n');
    expect(session.ends.slice(1)).toEqual(['refused MAIL 421 enough', 'unsent EBEHIND']);
  });

  it('does not leave an email in doubt whose RSET gets a 421', () => {
    const session = far().begin(1).begin(2).begin(3);
    session.output();
    session.reply('250 a\r\n550 no\r\n554 b\r\n421 too many errors\r\n');
    expect(session.ends.slice(1)).toEqual(['refused RCPT 550 no', 'unsent ECONNECTION', 'unsent EBEHIND']);
  });

  it('leaves an email in doubt that the server both refuses and accepts', () => {
    const session = far().begin(1);
    session.output();
    expect(session.reply('250 a\r\n550 no\r\n250 c\r\n').ends[1]).toBe('unanswered EPROTOCOL');
    expect(session.transactions.isUsable).toBe(false);
  });

  it('is over if the server does not know the command, and the email is not delivered', () => {
    const session = first().begin(1).begin(2);
    session.output();
    session.reply('250 a\r\n250 b\r\n502 what?\r\n500 what?\r\n');
    expect(session.ends.slice(1)).toEqual(['unsent EPROTOCOL', 'unsent EBEHIND']);
  });

  it('sends nothing of an email that must not be delivered, and stays usable', () => {
    const session = far()
      .begin(1)
      .begin(2, { mayDeliver: () => false })
      .begin(3);
    expect(session.output()).toBe(`${chunk(1)}RSET\r\n${chunk(3)}`);
    expect(session.ends[2]).toBe('unsent ECANCELLED');
    session.reply(`${AGREED}250 reset\r\n${AGREED}`);
    expect(session.ends[3]).toBe('accepted 250 c');
  });

  it('leaves emails in doubt that the server does not reply to in time', () => {
    const session = far().begin(1, { deadline: 5_000 }).begin(2, { deadline: 5_000 });
    session.output();
    expect(session.passes(4_999 - session.now).ends[1]).toBeUndefined();
    session.passes(2);
    expect(session.ends.slice(1)).toEqual(['unanswered ETIMEDOUT', 'unanswered ETIMEDOUT']);
  });

  it('sends nothing after an envelope that it abandoned, and ends with the emails in transit', () => {
    const long = { content: `${'x'.repeat(PIECE_BYTES)}\r\n` };
    const session = far().begin(1).begin(2, long);
    session.output();
    session.now += 500;
    session.begin(3).passes(PATIENCE_MS);
    expect(session.ends[2]).toBe('unsent EBEHIND');
    expect(session.output()).toBe('');
    // Another email that is abandoned changes nothing.
    session.passes(PATIENCE_MS);
    expect(session.ends[3]).toBe('unsent EBEHIND');
    expect(session.transactions.isUsable).toBe(false);
    session.reply(AGREED);
    expect(session.ends[1]).toBe('accepted 250 c');
    expect(session.transactions.isIdle).toBe(true);
  });

  it('leaves emails in doubt when any of them is overdue', () => {
    const session = far().begin(1).begin(2, { deadline: 5_000 });
    session.output();
    expect(session.transactions.due).toBe(5_000);
    session.passes(5_000 - session.now);
    expect(session.ends.slice(1)).toEqual(['unanswered ETIMEDOUT', 'unanswered ETIMEDOUT']);
  });

  it.each(['500 spam', '502 spam'])(
    'takes %j for a refusal once the server has accepted a chunk',
    (reply) => {
      const session = far().begin(1).begin(2).begin(3);
      session.output();
      session.reply(`${AGREED}250 reset\r\n250 a\r\n250 b\r\n${reply}\r\n250 reset\r\n${AGREED}`);
      expect(session.ends.slice(1)).toEqual(['accepted 250 c', `refused content ${reply}`, 'accepted 250 c']);
    },
  );
});

describe('a session with a limited number of emails', () => {
  const limited = (mailMax: number): Session => new Session({ ...chunking, mailMax }, FAR_MS);

  it('takes no more emails than the server accepts', () => {
    const session = limited(4).warm().chunked();
    expect(session.transactions.depth).toBe(2);
    session.begin(1).begin(2);
    expect(session.transactions.isUsable).toBe(false);
    expect(session.transactions.isFull).toBe(true);
    expect(session.begin(3).ends[3]).toBe('unsent ECONNECTION');
    expect(session.output()).toBe(`${chunk(1)}RSET\r\n${chunk(2)}`);
    session.reply(`${AGREED}250 reset\r\n${AGREED}`);
    expect(session.ends.slice(1, 3)).toEqual(['accepted 250 c', 'accepted 250 c']);
  });

  it('does not count an email that was not sent', () => {
    const session = limited(2)
      .warm()
      .begin(1, { mayDeliver: () => false });
    session.output();
    expect(session.begin(2).output()).toBe(chunk(2));
  });

  it('ends when it is finished, after the emails in it', () => {
    const session = limited(Infinity).warm().begin(1);
    session.output();
    session.transactions.finish();
    expect(session.transactions.isUsable).toBe(false);
    expect(session.reply(AGREED).ends[1]).toBe('accepted 250 c');
  });

  it('stays finished when an email in it is not sent', () => {
    const session = limited(Infinity)
      .warm()
      .begin(1, { mayDeliver: () => false });
    session.transactions.finish();
    session.output();
    expect(session.ends[1]).toBe('unsent ECANCELLED');
    expect(session.transactions.isUsable).toBe(false);
    expect(session.transactions.isFull).toBe(true);
  });
});

describe('a session with a distant server', () => {
  const SECOND = 1_000;

  it.each([50, 180, 600])('sends several emails per round trip of %d ms in chunks', (roundTripMs) => {
    const { accepted, lost } = new DistantServer({ roundTripMs, contentMs: 5, takesChunks: true }).run(
      60 * SECOND,
    );
    const perRoundTrip = accepted / ((60 * SECOND) / (roundTripMs + FAR_DEPTH * 5));
    expect(perRoundTrip).toBeGreaterThan(FAR_DEPTH * 0.9);
    expect(lost).toBe(0);
  });

  it.each([50, 180, 220, 600, 1_500])('sends one email per round trip of %d ms', (roundTripMs) => {
    const { accepted, lost } = new DistantServer({ roundTripMs, contentMs: 20 }).run(60 * SECOND);
    // The first email takes two round trips.
    expect(accepted).toBeGreaterThan((60 * SECOND) / (roundTripMs + 20) - 3);
    expect(lost).toBe(0);
  });

  it.each<[string, { commandMs?: number; contentMs?: number }]>([
    ['each command', { commandMs: 1_000, contentMs: 1_000 }],
    ['each content', { contentMs: 900 }],
    ['each command, little', { commandMs: 150 }],
  ])('has one email at a time if the server itself is slow for %s', (_, server) => {
    for (const roundTripMs of [1, 400]) {
      const distant = new DistantServer({ roundTripMs, ...server });
      const mailMs = 2 * roundTripMs + 3 * (server.commandMs ?? 0) + (server.contentMs ?? 0);
      const { accepted, lost } = distant.run(60 * SECOND);
      expect(accepted).toBe(Math.floor((60 * SECOND) / mailMs));
      expect(lost).toBe(0);
    }
  });
});

describe('a session with a server without extensions', () => {
  it('sends one command at a time', () => {
    const session = new Session(noExtensions).begin(1);
    expect(session.output()).toBe('MAIL FROM:<a@x>\r\n');
    expect(session.output()).toBe('');
    expect(session.reply('250 a\r\n').output()).toBe('RCPT TO:<b1@y>\r\n');
    expect(session.reply('250 b\r\n').output()).toBe('DATA\r\n');
    // Some servers reply 250 instead of 354.
    expect(session.reply('250 c\r\n').begin(2).output()).toBe('Mail 1\r\n.\r\n');
    expect(session.transactions.depth).toBe(1);
    expect(session.reply('250 d\r\n').output()).toBe('MAIL FROM:<a@x>\r\n');
  });

  it('resets after a refused recipient before the next email', () => {
    const session = new Session(noExtensions).begin(1);
    session.output();
    session.reply('250 a\r\n').output();
    expect(session.reply('550 no\r\n').ends[1]).toBe('refused RCPT 550 no');
    expect(session.begin(2).output()).toBe('RSET\r\n');
    expect(session.reply('250 r\r\n').output()).toBe('MAIL FROM:<a@x>\r\n');
  });

  it.each(['500 what?\r\n', '421 bye\r\n'])('is over if the server does not reset: %j', (reply) => {
    const session = new Session(noExtensions).begin(1);
    session.output();
    session.reply('250 a\r\n').output();
    session.reply('550 no\r\n').begin(2).output();
    expect(session.reply(reply).ends[2]).toBe('unsent ECONNECTION');
  });
});

describe('a content', () => {
  const content = `${'x'.repeat(98)}\r\n`.repeat(1_500);

  it('is sent in pieces, the last one with its end and the next envelope', () => {
    const session = new Session().warm().begin(1, { content }).begin(2);
    session.output();
    session.reply('250 a\r\n250 b\r\n354 c\r\n');
    const pieces = [session.output(), session.output(), session.output(), session.output()];
    expect(pieces.map(({ length }) => length)).toEqual([
      PIECE_BYTES,
      PIECE_BYTES,
      content.length - 2 * PIECE_BYTES + 3 + envelope(2).length,
      0,
    ]);
    expect(pieces.join('')).toBe(`${content}.\r\n${envelope(2)}`);
  });

  it('is not completed after delivery is forbidden', () => {
    const answers = [true, true, false];
    const session = new Session().begin(1, { content, mayDeliver: () => answers.shift() ?? true });
    session.output();
    session.reply('250 a\r\n250 b\r\n354 c\r\n');
    expect([session.output(), session.output(), session.output()].join('')).toBe(
      content.slice(0, 2 * PIECE_BYTES),
    );
    expect(session.ends[1]).toBe('unsent ECANCELLED');
    expect(session.transactions.isUsable).toBe(false);
  });

  it.each([
    [2, 'incomplete ECONNRESET'],
    [3, 'unanswered ECONNRESET'],
  ])('is in doubt only if its end was sent: lost after %i of its three pieces', (pieces, end) => {
    const session = new Session().begin(1, { content });
    session.output();
    session.reply('250 a\r\n250 b\r\n354 c\r\n');
    for (let piece = 0; piece < pieces; piece++) session.output();
    session.transactions.lost('ECONNRESET');
    expect(session.ends[1]).toBe(end);
  });

  it.each([
    ['552 too big\r\n', 'refused content 552 too big'],
    ['250 ok\r\n', 'unanswered EREPLY'],
  ])('that the server replies to before its end ends the session: %j', (reply, end) => {
    const session = new Session().begin(1, { content });
    session.output();
    session.reply('250 a\r\n250 b\r\n354 c\r\n').output();
    expect(session.reply(reply).ends[1]).toBe(end);
    expect(session.output()).toBe('');
    expect(session.transactions.isUsable).toBe(false);
  });
});

describe('an email whose session is lost', () => {
  const moments: [string, string[], string][] = [
    ['before its envelope', [], 'unsent ECONNRESET'],
    ['in its envelope', ['', '250 a\r\n'], 'unsent ECONNRESET'],
    ['after its recipient was refused', ['', '250 a\r\n550 no\r\n'], 'refused RCPT 550 no'],
    ['when the server waits for its content', ['', '250 a\r\n250 b\r\n354 c\r\n'], 'unsent ECONNRESET'],
    ['after its content', ['', '250 a\r\n250 b\r\n354 c\r\n', ''], 'unanswered ECONNRESET'],
    ['in the reply to its content', ['', '250 a\r\n250 b\r\n354 c\r\n', '250 Ok'], 'unanswered ECONNRESET'],
    [
      'with a final reply',
      ['', '250 a\r\n250 b\r\n354 c\r\n', '421 4.4.2 bye'],
      'refused session 421 4.4.2 bye',
    ],
  ];

  it.each(moments)('reports its progress: %s', (_, replies, end) => {
    const session = new Session().begin(1);
    for (const bytes of replies) {
      session.output();
      session.reply(bytes);
    }
    session.transactions.lost('ECONNRESET');
    expect(session.ends[1]).toBe(end);
  });

  it('is unsent if only the previous email was sent', () => {
    const session = new Session().warm().begin(1).begin(2);
    session.output();
    session.reply('250 a\r\n250 b\r\n354 c\r\n').output();
    session.reply('');
    session.transactions.lost('ECONNRESET');
    expect(session.ends.slice(1)).toEqual(['unanswered ECONNRESET', 'unsent EBEHIND']);
  });
});

describe('a slow server', () => {
  it.each([
    ['MAIL', '', 'unsent ETIMEDOUT'],
    ['DATA', '250 a\r\n250 b\r\n', 'unsent ETIMEDOUT'],
    ['content', '250 a\r\n250 b\r\n354 c\r\n', 'unanswered ETIMEDOUT'],
  ] as const)('has a time limit for the reply to %s', (command, replies, end) => {
    const session = new Session().begin(1, { deadline: Infinity });
    session.output();
    session.reply(replies).output();
    session.passes(phases[command] - 1);
    expect(session.ends[1]).toBeUndefined();
    expect(session.transactions.due).toBe(phases[command]);
    expect(session.passes(1).ends[1]).toBe(end);
  });

  it('has a shorter limit for replies before the content if the sender sets one, but not for the reply to the content', () => {
    const session = new Session().begin(1, { deadline: Infinity, replyMs: 10_000 });
    session.output();
    expect(session.transactions.due).toBe(10_000);
    session.passes(9_000).reply('250 a\r\n');
    expect(session.transactions.due).toBe(19_000);
    session.reply('250 b\r\n354 c\r\n').output();
    expect(session.transactions.due).toBe(9_000 + phases.content);
    const silent = new Session().begin(1, { deadline: Infinity, replyMs: 10_000 });
    silent.output();
    expect(silent.passes(10_000).ends[1]).toBe('unsent ETIMEDOUT');
  });

  it('does not have more time than the email', () => {
    const session = new Session().begin(1, { deadline: 500 });
    session.output();
    expect(session.transactions.due).toBe(500);
    expect(session.passes(500).ends[1]).toBe('unsent ETIMEDOUT');
  });

  it('has little time to reset, after which the email uses another connection', () => {
    const session = new Session().begin(1);
    session.output();
    session.reply('250 a\r\n550 no\r\n554 b\r\n').begin(2).output();
    expect(session.passes(phases.RSET).ends[2]).toBe('unsent ECONNECTION');
  });

  it('delays the next email only briefly, and sends nothing after its envelope', () => {
    const session = new Session().warm().begin(1).begin(2);
    session.output();
    session.reply('250 a\r\n250 b\r\n354 c\r\n').output();
    expect(session.passes(PATIENCE_MS).ends.slice(1)).toEqual([undefined, 'unsent EBEHIND'].slice(0, 2));
    expect(session.transactions.isUsable).toBe(false);
    session.reply('250 ok\r\n250 a\r\n250 b\r\n354 c\r\n');
    expect(session.ends[1]).toBe('accepted 250 ok');
    expect(session.output()).toBe('');
  });

  it('continues if the next email was withdrawn before its envelope was sent', () => {
    const session = new Session().warm().begin(1).begin(2);
    session.output();
    expect(session.passes(PATIENCE_MS).ends[2]).toBe('unsent EBEHIND');
    expect(session.reply('250 a\r\n250 b\r\n354 c\r\n').output()).toBe('Mail 1\r\n.\r\n');
    expect(session.reply('250 ok\r\n').transactions.isUsable).toBe(true);
  });

  it('begins no content after the deadline of its mail', () => {
    const session = new Session().begin(1, { deadline: 500 });
    session.output();
    session.now = 500;
    expect(session.reply('250 a\r\n250 b\r\n354 c\r\n').output()).toBe('');
    expect(session.ends[1]).toBe('unsent ETIMEDOUT');
  });

  it.each([
    ['', '550 no', 'refused MAIL 550 no'],
    ['250 a\r\n', '550 no such user', 'refused RCPT 550 no such user'],
    ['250 a\r\n', '421 bye', 'refused session 421 bye'],
    ['250 a\r\n250 b\r\n354 c\r\n', '554 spam', 'refused content 554 spam'],
  ])('treats a final line without a line end as the expected reply: after %j', (before, last, end) => {
    const session = new Session().begin(1);
    session.output();
    session.reply(before).output();
    session.reply(last).transactions.lost('ECONNECTION');
    expect(session.ends[1]).toBe(end);
  });

  it('blames no mail for a final reply to RSET', () => {
    const session = new Session().begin(1);
    session.output();
    session.reply('250 a\r\n550 b\r\n503 c\r\n').begin(2).output();
    session.reply('500 what').transactions.lost('ECONNECTION');
    expect(session.ends[2]).toBe('unsent ECONNECTION');
  });
});
