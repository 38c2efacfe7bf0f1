import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carillon, page } from './carillon';

const ID = '6560f0a1b2c3d4e5f6a7b8c9';
const folder = mkdtempSync(join(tmpdir(), 'carillon-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function bodyOf(command: string, more: Parameters<typeof carillon>[1] = {}) {
  const outcome = await carillon(command.split(' '), { cwd: folder, ...more });
  return { ...outcome, request: outcome.requests.at(-1) };
}

describe('an integration', () => {
  it('is added with its settings, the secret from the environment', async () => {
    const command =
      'integrations add email --host smtp.example.com --port 587 --security TLS --username u --rate 0.5';
    const { request } = await bodyOf(`${command} --from-address a@example.com`, {
      env: { SMTP_PASSWORD: 'hunter2' },
    });
    expect(request?.body).toEqual({
      channel: 'EMAIL',
      name: 'My EMAIL',
      ratePerSecond: 0.5,
      settings: {
        host: 'smtp.example.com',
        port: 587,
        security: 'tls',
        username: 'u',
        fromAddress: 'a@example.com',
        password: 'hunter2',
      },
    });
  });

  it('reads secrets from files, and from standard input', async () => {
    writeFileSync(join(folder, 'token'), 'secret\n');
    const { request } = await bodyOf(
      'integrations add sms --account-sid AC1 --from +1 --api-key-sid SK1 --auth-token-file token --api-key-secret-file -',
      { piped: 'piped\n' },
    );
    expect(request?.body).toMatchObject({
      settings: {
        accountSid: 'AC1',
        from: '+1',
        apiKeySid: 'SK1',
        authToken: 'secret',
        apiKeySecret: 'piped',
      },
    });
  });

  it('reads the certificate of a private authority from a file', async () => {
    const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
    writeFileSync(join(folder, 'ca.pem'), `${pem}\n`);
    const command =
      'integrations add email --host mail.lan --port 465 --security tls --from-address a@example.com';
    const { request } = await bodyOf(`${command} --ca-certificate-file ca.pem`);
    expect(request?.body).toMatchObject({ settings: { host: 'mail.lan', caCertificate: pem } });
  });

  it('needs its secret, which no option accepts directly', async () => {
    const { code, requests, stderr } = await bodyOf('integrations add whatsapp --account-sid AC1 --from +1');
    expect([code, requests]).toEqual([2, []]);
    expect(stderr).toContain('Provide the auth token with --auth-token-file or TWILIO_AUTH_TOKEN');
    expect((await bodyOf('integrations add sms --auth-token secret')).code).toBe(2);
  });

  it('needs no password without a username', async () => {
    const { request } = await bodyOf('integrations add email --host h --port 25 --security none');
    expect(request?.body).toMatchObject({ settings: { host: 'h', port: 25, security: 'none' } });
  });

  it('is changed by its channel, without changes to other settings, even if the environment has secrets', async () => {
    const { request } = await bodyOf('integrations update sms --messaging-service-sid MG1 --unset from', {
      answers: [page([{ _id: ID }])],
      env: { TWILIO_AUTH_TOKEN: 'other' },
    });
    expect(request).toMatchObject({
      request: `PATCH /integrations/${ID}`,
      body: { settings: { messagingServiceSid: 'MG1', from: null } },
    });
  });

  it('is missing', async () => {
    const { code, stderr } = await bodyOf('integrations test sms', { answers: [page([])] });
    expect(code).toBe(1);
    expect(stderr).toContain('carillon integrations add sms');
  });
});
