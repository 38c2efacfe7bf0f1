import { generateKeyPairSync } from 'node:crypto';
import { data, type Json, list, text, until } from '../dev/driver/api';
import { type TestGroup, newGroup, newUser, send, subscribeTo, unique } from '../dev/driver/arrange';
import { inboxOf } from '../dev/driver/inbox';
import { type PhoneUser, magicNumber, newNumber, writeBack } from '../dev/driver/phones';

jest.setTimeout(150_000);

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

/** The values that docs/sandbox.md describes. */
const settings = {
  VONAGE: {
    applicationId: '01234567-89ab-4cde-8f01-23456789abcd',
    privateKey,
    signatureSecret: 'signature-secret-of-the-sandbox',
  },
  TELNYX: {
    apiKey: 'KEY0123456789',
    publicKey: '7Glu4Uf+O7b63z7su9gyyZisgKl3l385GgxgoUkDc3o=',
  },
};
type Provider = keyof typeof settings;

async function newSender(user: PhoneUser, provider: Provider, changes: object = {}): Promise<string> {
  const all = { ...settings[provider], from: user.sender, ...changes };
  const body = { channel: 'SMS', provider, name: unique(provider), settings: all, ratePerSecond: 100 };
  return text(await data('POST', '/senders', body, user.key), 'createSender', '_id');
}

describe.each(['VONAGE', 'TELNYX'] as const)('a sender of %s', (provider) => {
  let user: PhoneUser;
  let group: TestGroup;
  let sender: string;
  beforeEach(async () => {
    user = { ...(await newUser()), sender: newNumber() };
    group = await newGroup(user);
    sender = await newSender(user, provider);
  });

  const reaches = (address: string, state: string, campaign: string): Promise<Json> =>
    until(`${state} for ${address}`, 60, async () => {
      const all = list(
        await data('GET', `/campaigns/${campaign}/deliveries`, undefined, user.key),
        'deliveries',
      );
      return all.find((each) => each.identifier === address && each.state === state) ?? null;
    });

  it('sends texts, and hears what became of them by signed webhooks', async () => {
    const [phone, gone, wrong] = [newNumber(), magicNumber(305), '+15005550001'];
    for (const each of [phone, gone, wrong]) await subscribeTo('sms', user, group, each, { name: 'Ada' });
    const campaign = await send(user, [group], { name: unique('Text'), smsMessage: 'Hello {{name}}' });
    expect(await reaches(phone, 'DELIVERED', campaign)).toMatchObject({ segments: 1 });
    expect(await reaches(gone, 'FAILED', campaign)).toMatchObject({
      providerCode: provider === 'VONAGE' ? '1190' : '40012',
    });
    expect(await reaches(wrong, 'FAILED', campaign)).toMatchObject({ reason: 'INVALID_ADDRESS' });
    expect(await inboxOf(phone)).toMatchObject([{ channel: 'SMS', from: user.sender, text: 'Hello Ada' }]);
  });

  it('receives STOP, which ends messages to the person', async () => {
    const phone = newNumber();
    await subscribeTo('sms', user, group, phone);
    const first = await send(user, [group], { name: unique('Text'), smsMessage: 'Hello' });
    await reaches(phone, 'DELIVERED', first);
    await writeBack('SMS', user, phone, 'Stop');
    await until('the suppression', 60, async () => {
      const found = await data(
        'GET',
        `/suppressions?identifier=${encodeURIComponent(phone)}`,
        undefined,
        user.key,
      );
      return list(found, 'suppressions').length > 0 ? found : null;
    });
    const second = await send(user, [group], { name: unique('Text'), smsMessage: 'Hello again' });
    expect(await reaches(phone, 'SKIPPED', second)).toMatchObject({ reason: 'SUPPRESSED' });
    expect((await inboxOf(phone)).map(({ text: each }) => each)).not.toContain('Hello again');
  });

  it('is tested', async () => {
    const check = async (id: string) =>
      (await data('POST', `/senders/${id}/test`, {}, user.key)).testSender as Json;
    expect(await check(sender)).toMatchObject({ ok: true });
    const wrong =
      provider === 'VONAGE'
        ? { applicationId: '00000000-0000-0000-0000-000000000000' }
        : { apiKey: 'wrong-key-0123' };
    const other = await newSender(user, provider, wrong);
    expect(await check(other)).toMatchObject({ ok: false, reason: 'LOGIN_REFUSED' });
  });
});
