import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type SigningKey, newId } from '@carillon/contracts';
import { Logger, SystemClock, parseConfig } from '@carillon/platform';
import { SMTPServer } from 'smtp-server';
import { accountConfig } from '../config';
import { SigningKeys } from '../senders';
import { SystemMail } from './system-mail';

const key = `test:${Buffer.alloc(32, 7).toString('base64')}`;

const keyOf = (ciphertext: string): SigningKey => ({
  ...{ keyId: newId(), domain: 'carillon.example', selector: 'one', algorithm: 'ED25519' },
  sealed: ciphertext,
});

class OperatorKeys extends SigningKeys {
  constructor(private readonly sealed: readonly string[]) {
    super();
  }

  of(): Promise<SigningKey[]> {
    return Promise.resolve(this.sealed.map(keyOf));
  }
}

describe('system mail', () => {
  let server: SMTPServer;
  let mail: SystemMail;
  let lines: string[];
  const received: string[] = [];
  const recipients: string[] = [];
  /** The sealed keys of the operator. */
  const sealed: string[] = [];

  beforeEach(async () => {
    lines = [];
    sealed.length = 0;
    received.length = 0;
    recipients.length = 0;
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        recipients.push(address);
        const unknown = Object.assign(new Error(`5.1.1 <${address}> is not known here`), {
          responseCode: 550,
        });
        done(address.startsWith('ann@') ? unknown : undefined);
      },
      onData: (stream, _session, done) =>
        void text(stream).then((message) => {
          received.push(message);
          done();
        }),
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    mail = new SystemMail(
      parseConfig(accountConfig, {
        ...{ VAULT_KEYS: key, ERASURE_KEYS: key },
        ...{ DEFAULT_SMTP_URL: `smtp://127.0.0.1:${port}`, DEFAULT_FROM: 'hello@carillon.example' },
      }),
      new OperatorKeys(sealed),
      new SystemClock(),
      Logger.create('account', 'info', { write: (line) => void lines.push(line) }),
    );
  });
  afterEach(() => new Promise<void>((resolve) => server.close(resolve)));

  it('logs the reply of a server that rejects it, without the address in the reply', async () => {
    const log = Logger.create('account', 'info', { write: (line) => void lines.push(line) });
    await mail
      .send({ to: 'ann@example.org', subject: 'Hello', text: 'Hello' })
      .catch((error: unknown) => log.error({ err: error }, 'not sent'));
    expect(lines.join('')).toContain('EENVELOPE 550');
    expect(lines.join('')).not.toContain('ann@example.org');
  });

  it('has one recipient, also if the address contains a comma', async () => {
    await mail.send({ to: 'bo,by@example.org', subject: 'Hello', text: 'Hello' });
    expect(recipients).toEqual(['"bo,by"@example.org']);
    expect(received).toHaveLength(1);
  });

  it('is sent without a signature if a key cannot be decrypted, and logs this', async () => {
    sealed.push('v1.gone.AAAA');
    await mail.send({ to: 'bo@example.org', subject: 'Hello', text: 'Hello' });
    expect(received).toEqual([
      expect.stringMatching(
        /^Auto-Submitted: auto-generated\r\nFrom: Carillon <hello@carillon\.example>\r\n/,
      ),
    ]);
    expect(lines.join('')).toContain('a system email could not be signed');
  });
});
