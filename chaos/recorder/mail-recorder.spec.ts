import { connect } from 'node:net';
import { type Conduct, at, good, onceAt } from './mail-conduct';
import { MailRecorder } from './mail-recorder';

const CAMPAIGN = '64b7c0ffee64b7c0ffee0001';
const mail = `Message-ID: <1@x>\r\nFeedback-ID: ${CAMPAIGN}:u:email:carillon\r\n\r\nHi\r\n..\r\n.\r\n`;
const session = `EHLO me\r\nMAIL FROM:<a@x>\r\nRCPT TO:<b@x>\r\nDATA\r\n${mail}`;

describe('the recording mail server', () => {
  let server: MailRecorder;

  beforeEach(async () => {
    server = await MailRecorder.listen();
  });
  afterEach(() => server.leave());

  /** All that the server says to a sender that sends everything at once; it hears the cut as the end. */
  async function say(words: string, conduct: Conduct = good): Promise<string> {
    server.conduct = conduct;
    const socket = connect(server.port, '127.0.0.1');
    let heard = '';
    socket.on('data', (bytes) => (heard += bytes.toString()));
    socket.write(words);
    await new Promise((resolve) => socket.on('close', resolve).on('error', () => undefined));
    return heard;
  }

  it('writes down whom it took which mail for', async () => {
    expect(await say(`${session}QUIT\r\n`)).toMatch(/250 Taken\r\n221 Bye/);
    expect(server.of(CAMPAIGN)).toMatchObject([{ address: 'b@x', messageId: '<1@x>', channel: 'EMAIL' }]);
  });

  it('takes one mail after the other in a session', async () => {
    await say(`${session}${session.slice(9)}QUIT\r\n`);
    expect(server.of(CAMPAIGN)).toHaveLength(2);
  });

  it.each<[string, Conduct, number]>([
    ['in the middle of a mail, and has not taken it', at('message', 'cut'), 0],
    ['after the final dot, and has taken it', at('end', 'cut'), 1],
    ['at once', at('connect', 'cut'), 0],
  ])('resets %s', async (_, conduct, taken) => {
    expect(await say(session, conduct)).not.toMatch(/250 Taken/);
    expect(server.of(CAMPAIGN)).toHaveLength(taken);
  });

  it('refuses whom it is told to, once or always', async () => {
    const later = { reply: '450 4.2.1 Later' };
    const twice = 'RCPT TO:<b@x>\r\nRCPT TO:<b@x>\r\nQUIT\r\n';
    expect(await say(twice, at('recipient', later))).toMatch(/450 4.2.1 Later\r\n450 4.2.1 Later/);
    expect(await say(twice, onceAt('recipient', later))).toMatch(/450 4.2.1 Later\r\n250 OK/);
  });

  it('takes no mail for somebody whom it refused, from a sender that does not wait', async () => {
    const words = 'MAIL FROM:<a@x>\r\nRCPT TO:<b@x>\r\nDATA\r\nRSET\r\nQUIT\r\n';
    const answers = /550 5.1.1 No\r\n554 5.5.1 [^\r]*\r\n250 OK\r\n221/;
    expect(await say(words, at('recipient', { reply: '550 5.1.1 No' }))).toMatch(answers);
  });

  it('hangs up after a 421', async () => {
    expect(await say('EHLO me\r\n', at('connect', { reply: '421 4.3.2 Busy' }))).toBe('421 4.3.2 Busy\r\n');
  });

  it('is not there while it is away, and then at the same port', async () => {
    await server.leave();
    expect(await say(session)).toBe('');
    await server.comeBack();
    expect(await say('QUIT\r\n')).toMatch(/221/);
  });
});
