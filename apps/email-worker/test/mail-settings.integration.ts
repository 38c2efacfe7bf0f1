import { closedPort } from '@carillon/testing';
import { EmailWorkerService } from './email-worker-service';
import { TestMailServer, type TestMailServerOptions } from './test-mail-server';

describe('a test of mail settings', () => {
  let service: EmailWorkerService;
  let server: TestMailServer | undefined;
  beforeAll(async () => {
    service = await EmailWorkerService.start();
  });
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });
  afterAll(() => service.stop());

  async function settings(
    options: TestMailServerOptions = {},
    changes: Record<string, unknown> = {},
    password?: string,
  ) {
    server = await TestMailServer.start(options);
    return service.sender('own', server.port, changes, password);
  }
  const checkedAt = expect.stringMatching(/^\d{4}-.*Z$/) as unknown;

  it('succeeds without sending an email if no address is given', async () => {
    const check = await service.check(await settings({ password: 'right' }, { username: 'me' }, 'right'));
    expect(check).toEqual({ ok: true, reason: null, providerCode: null, detail: null, checkedAt });
    expect(server?.mails).toEqual([]);
  });

  it('sends one email to an address', async () => {
    expect(await service.check(await settings(), 'ann@example.org')).toMatchObject({ ok: true });
    expect(server?.mails.map(({ to }) => to)).toEqual(['ann@example.org']);
  });

  it.each<[string, TestMailServerOptions, Record<string, unknown>, string | null, object]>([
    [
      'the password is wrong',
      { password: 'right' },
      { username: 'me' },
      null,
      {
        reason: 'LOGIN_REFUSED',
        providerCode: '535 5.7.8',
        detail: 'The mail server rejected the credentials',
      },
    ],
    [
      'a login is required',
      { password: 'right' },
      {},
      'ann@example.org',
      { reason: 'LOGIN_REQUIRED', providerCode: expect.stringMatching(/^530/) as unknown },
    ],
    ['there is no TLS', {}, { security: 'starttls' }, null, { reason: 'SERVER_REFUSED' }],
    [
      'the server refuses the address',
      {},
      {},
      'gone@example.org',
      { reason: 'NO_SUCH_ADDRESS', providerCode: '550 5.1.1', detail: '550 5.1.1 No such mailbox' },
    ],
    ['the address is none', {}, {}, 'ann', { reason: 'INVALID_ADDRESS', providerCode: null }],
    ['the sender is none', {}, { fromAddress: 'nobody' }, 'ann@example.org', { reason: 'SETTINGS_INVALID' }],
  ])('fails with a reason when %s', async (_, options, changes, address, expected) => {
    const sender = await settings(options, changes, 'username' in changes ? 'wrong' : undefined);
    expect(await service.check(sender, address)).toMatchObject({ ok: false, checkedAt, ...expected });
  });

  it('fails when no server responds', async () => {
    const sender = service.sender('own', await closedPort());
    expect(await service.check(sender)).toMatchObject({
      ok: false,
      reason: 'CONNECTION_REFUSED',
      detail: 'No server responds at this host and port',
    });
  });

  it('ends before its caller’s timeout if the server does not respond', async () => {
    const check = await service.check(await settings(), 'hang-data@example.org');
    expect(check).toMatchObject({ ok: false, reason: 'SERVER_TIMEOUT' });
  });
});
