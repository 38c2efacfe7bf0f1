import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Logger, parseConfig } from '@carillon/platform';
import { SMTPServer } from 'smtp-server';
import { accountConfig } from '../config';
import { SystemMail } from './system-mail';

const key = `test:${Buffer.alloc(32, 7).toString('base64')}`;

describe('system mail', () => {
  let server: SMTPServer;
  let mail: SystemMail;

  beforeEach(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`5.1.1 <${address}> is not known here`), { responseCode: 550 })),
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    mail = new SystemMail(
      parseConfig(accountConfig, {
        ...{ VAULT_KEYS: key, ERASURE_KEYS: key },
        ...{ DEFAULT_SMTP_URL: `smtp://127.0.0.1:${port}`, DEFAULT_FROM: 'hello@carillon.example' },
      }),
    );
  });
  afterEach(() => new Promise<void>((resolve) => server.close(resolve)));

  it('logs the reply of a server that rejects it, without the address in the reply', async () => {
    const lines: string[] = [];
    const log = Logger.create('account', 'info', { write: (line) => void lines.push(line) });
    await mail
      .send({ to: 'ann@example.org', subject: 'Hello', text: 'Hello' })
      .catch((error: unknown) => log.error({ err: error }, 'not sent'));
    expect(lines.join('')).toContain('EENVELOPE 550');
    expect(lines.join('')).not.toContain('ann@example.org');
  });
});
