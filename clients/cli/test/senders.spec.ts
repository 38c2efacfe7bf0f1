import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carillon, page } from './carillon';

const ID = '6560f0a1b2c3d4e5f6a7b8c9';
const OTHER = '6560f0a1b2c3d4e5f6a7b8c8';
const folder = mkdtempSync(join(tmpdir(), 'carillon-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function requestOf(command: string, more: Parameters<typeof carillon>[1] = {}) {
  const outcome = await carillon(command.split(' '), more);
  return { ...outcome, request: outcome.requests.at(-1) };
}

describe('a sender', () => {
  it('is added with its provider and its settings', async () => {
    const env = { SENDER_SECRET: 'whsec_secret' };
    const command = 'senders add sms-http --name Shop --endpoint https://x.example/ --from Shop --rate 5';
    expect((await requestOf(command, { env })).request).toMatchObject({
      request: 'POST /senders',
      body: {
        ...{ channel: 'SMS', provider: 'HTTP', name: 'Shop', ratePerSecond: 5 },
        settings: { url: 'https://x.example/', from: 'Shop', secret: 'whsec_secret' },
      },
    });
    const { request } = await requestOf('senders add email --host h --port 25 --security none');
    expect(request?.body).toMatchObject({ channel: 'EMAIL', provider: 'SMTP', settings: { host: 'h' } });
  });

  it('gets daily limits, and loses them', async () => {
    const command = `senders ramp-up set ${ID} --start 50 --target 5000 --step 100 --from 2026-12-01`;
    const groups = '--group gmail=20:500 --group GMX=5:50 --max-bounces 0.02';
    expect((await requestOf(`${command} ${groups}`)).request).toMatchObject({
      request: `PATCH /senders/${ID}`,
      body: {
        rampUp: {
          ...{ startsOn: '2026-12-01', startPerDay: 50, targetPerDay: 5_000, step: 100, maxBounceRate: 0.02 },
          domainGroups: {
            GMAIL: { startPerDay: 20, targetPerDay: 500 },
            GMX: { startPerDay: 5, targetPerDay: 50 },
          },
        },
      },
    });
    const { request } = await requestOf(`senders ramp-up remove ${ID}`);
    expect(request).toMatchObject({ request: `PATCH /senders/${ID}`, body: { rampUp: null } });
    const wrong = await requestOf(`senders ramp-up set ${ID} --start 50 --target 500 --group GMAIL=20`);
    expect([wrong.request, wrong.stderr]).toEqual([
      undefined,
      expect.stringContaining('GMAIL=20:500') as string,
    ]);
  });

  it('of a mail provider has a key for webhooks only if there is one', async () => {
    const env = { SENDGRID_API_KEY: 'SG.a.b' };
    const command = 'senders add email-sendgrid --name News --region eu --from-address news@shop.example';
    const settings = { apiKey: 'SG.a.b', region: 'eu', fromAddress: 'news@shop.example' };
    expect((await requestOf(command, { env })).request?.body).toEqual({
      ...{ channel: 'EMAIL', provider: 'SENDGRID', name: 'News', settings },
    });
    const { request } = await requestOf(command, { env: { ...env, FEEDBACK_KEY: 'MFk' } });
    expect(request?.body).toMatchObject({ settings: { ...settings, feedbackKey: 'MFk' } });
  });

  it('of Vonage reads its key in PEM from a file or the environment, and never asks for it', async () => {
    const pem = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----';
    writeFileSync(join(folder, 'private.key'), `${pem}\n`);
    const command = 'senders add sms-vonage --name Shop --application-id an-id --from +14155550100';
    const env = { VONAGE_SIGNATURE_SECRET: 'signs' };
    const body = {
      ...{ channel: 'SMS', provider: 'VONAGE', name: 'Shop' },
      settings: {
        ...{ applicationId: 'an-id', from: '+14155550100' },
        ...{ privateKey: pem, signatureSecret: 'signs' },
      },
    };
    const byFile = await requestOf(`${command} --private-key-file private.key`, { env, cwd: folder });
    expect(byFile.request).toMatchObject({ request: 'POST /senders', body });
    const byVariable = await requestOf(command, { env: { ...env, VONAGE_PRIVATE_KEY: pem } });
    expect(byVariable.request?.body).toMatchObject(body);
    const none = await requestOf(command, { env });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('VONAGE_PRIVATE_KEY')]);
  });

  it('of Telnyx is added with its keys', async () => {
    const command = 'senders add sms-telnyx --name Shop --public-key ed25519 --from Shop';
    const { request } = await requestOf(`${command} --messaging-profile-id a-profile`, {
      env: { TELNYX_API_KEY: 'KEY1' },
    });
    expect(request?.body).toMatchObject({
      provider: 'TELNYX',
      settings: { apiKey: 'KEY1', publicKey: 'ed25519', from: 'Shop', messagingProfileId: 'a-profile' },
    });
  });

  it('can be a pool, whose senders have names and rules', async () => {
    const argv = ['senders', 'add', 'sms-pool', '--name', 'Both', '--strategy', 'WEIGHTS'];
    const member = 'Shop, weight=3,country=DE, country=AT';
    const answers = [page([{ _id: ID, name: 'Shop' }])];
    const { requests } = await carillon([...argv, '--members', member, '--members', OTHER], { answers });
    expect(requests.at(-1)).toMatchObject({
      request: 'POST /senders',
      body: {
        ...{ channel: 'SMS', provider: 'POOL', name: 'Both' },
        settings: {
          strategy: 'WEIGHTS',
          members: [{ senderId: ID, weight: 3, countries: ['DE', 'AT'] }, { senderId: OTHER }],
        },
      },
    });
    const wrong = await carillon([...argv, '--members', 'Shop,colour=red']);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('country=')]);
  });

  it('of Meta is added with its token and the secret of the app', async () => {
    const command = 'senders add whatsapp-meta --name Shop --phone-number-id 15 --business-account-id 10';
    const { request } = await requestOf(command, {
      env: { META_ACCESS_TOKEN: 'EAAG', META_APP_SECRET: '0123' },
    });
    expect(request?.body).toMatchObject({
      ...{ channel: 'WHATSAPP', provider: 'META' },
      settings: { phoneNumberId: '15', businessAccountId: '10', accessToken: 'EAAG', appSecret: '0123' },
    });
    const none = await requestOf(command, { env: { META_ACCESS_TOKEN: 'EAAG' } });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('META_APP_SECRET')]);
  });

  it('is found by its name', async () => {
    const answers = [
      page([
        { _id: OTHER, name: 'News' },
        { _id: ID, name: 'Shop' },
      ]),
    ];
    const { request } = await requestOf('senders update email-http Shop --unset replyTo', { answers });
    expect(request).toMatchObject({ request: `PATCH /senders/${ID}`, body: { settings: { replyTo: null } } });
  });

  it('is not guessed: no name, or one on several channels', async () => {
    const none = await requestOf('senders default Shop', { answers: [page([])] });
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('No sender has the name Shop')]);
    const both = page([
      { _id: OTHER, name: 'Shop' },
      { _id: ID, name: 'Shop' },
    ]);
    const several = await requestOf('senders default Shop', { answers: [both] });
    expect([several.code, several.stderr]).toEqual([1, expect.stringContaining('use an ID')]);
  });

  it('is named by a campaign, by channel', async () => {
    const { request } = await requestOf(`campaigns edit ${ID} --sender sms=Shop --sender email=${OTHER}`, {
      answers: [page([{ _id: ID, name: 'Shop' }])],
    });
    expect(request?.body).toMatchObject({ senders: { SMS: ID, EMAIL: OTHER } });
    expect((await requestOf(`campaigns edit ${ID} --sender Shop`)).code).toBe(2);
  });
});
