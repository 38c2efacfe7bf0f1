import { connect } from 'node:net';
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

  /** Sends all commands at once, and returns all replies when the connection closes. */
  async function send(commands: string): Promise<string> {
    const socket = connect(server.port, '127.0.0.1');
    let answers = '';
    socket.once('data', () => socket.write(commands)).on('data', (bytes) => (answers += bytes.toString()));
    await new Promise((resolve) => socket.on('close', resolve).on('error', () => undefined));
    return answers;
  }

  it('records each email and its recipients', async () => {
    expect(await send(`${session}QUIT\r\n`)).toMatch(/250 OK: [^\r]*\r\n221 Bye/);
    expect(server.of(CAMPAIGN)).toMatchObject([{ address: 'b@x', messageId: '<1@x>', channel: 'EMAIL' }]);
  });

  it('records an email that it does not confirm', async () => {
    server.conduct = (moment) => (moment === 'end' ? 'cut' : 'go');
    await send(session);
    expect(server.of(CAMPAIGN)).toHaveLength(1);
  });

  it('closes its port during an outage, and then opens the same port', async () => {
    await server.leave();
    expect(await send(session)).toBe('');
    await server.comeBack();
    expect(await send('QUIT\r\n')).toMatch(/221/);
  });
});
