import { AppError, type MailProvider, newId } from '@carillon/contracts';
import type { MessagingServer } from '@carillon/messaging';
import { phoneFeedbackSources } from '@carillon/phone-apis';
import { ConfigError } from '@carillon/platform';
import { createVault, parseKeyRing } from '@carillon/vault';
import { FixedClock } from '@carillon/testing/clock';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks';
import {
  type SmsProvider,
  phoneHooks,
  requestOf,
  smsProviders,
} from '../../../../libs/phone-apis/test/webhooks';
import type { AccountConfig } from '../config';
import type { Senders } from './senders';
import { VerifyCallback } from './verify-callback';

const VAULT_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;
const vault = createVault(parseKeyRing(VAULT_KEYS));
const id = newId();
const userId = newId();
const url = 'https://carillon.example.com/api/v1/callbacks/twilio/x/status';
const form: [string, string][] = [['MessageStatus', 'delivered']];

function arrange() {
  const clock = new FixedClock(new Date(0));
  const database = { token: 'first', isAway: false, reads: 0, ids: new Set([id]) };
  const findForAnybody = (senderId: string): Promise<unknown> => {
    database.reads += 1;
    if (database.isAway) return Promise.reject(new AppError('service_unavailable'));
    const sealed = { authToken: vault.seal(database.token, `sender:${senderId}:authToken`) };
    return Promise.resolve(
      database.ids.has(senderId)
        ? { id: senderId, userId, channel: 'SMS', provider: 'TWILIO', settings: {}, sealed }
        : null,
    );
  };
  const gaps: (() => void)[] = [];
  const verify = new VerifyCallback({ findForAnybody } as unknown as Senders, clock, { VAULT_KEYS }, {
    onBroadcastGap: (listener: () => void) => gaps.push(listener),
  } as unknown as MessagingServer);
  const ask = (token: string, senderId = id) => {
    const signature = getExpectedTwilioSignature(token, url, Object.fromEntries(form));
    return verify.verify({ senderId, provider: 'twilio', url, signature, content: { form } });
  };
  /** The token that signs the callback. */
  const signs = async (): Promise<string | undefined> => {
    for (const token of ['first', 'second']) if ((await ask(token)).verified) return token;
    return undefined;
  };
  return { verify, clock, database, gaps, ask, signs };
}

describe('a callback', () => {
  it('is verified with its user and channel if the sender’s secret signed it', async () => {
    const { ask } = arrange();
    expect(await ask('first')).toEqual({ isKnown: true, verified: { userId, channel: 'SMS' } });
    expect(await ask('second')).toEqual({ isKnown: true, verified: null });
    expect(await ask('first', newId())).toEqual({ isKnown: false, verified: null });
  });
});

it.each([
  ['the provider behind a mail server', { provider: 'SMTP', settings: { feedbackProvider: 'POSTMARK' } }],
  ['the provider of the sender', { provider: 'POSTMARK', settings: {} }],
])('verifies webhooks of %s, and returns the addresses that they may come from', async (_, sender) => {
  const password = 'carillon:correct-horse-battery';
  const sealed = { feedbackKey: vault.seal(password, `sender:${id}:feedbackKey`) };
  const settings = { ...sender.settings, feedbackAddresses: '192.0.2.7' };
  const findForAnybody = () => Promise.resolve({ id, userId, channel: 'EMAIL', ...sender, settings, sealed });
  const senders = { findForAnybody } as unknown as Senders;
  const server = { onBroadcastGap: () => undefined } as unknown as MessagingServer;
  const verify = new VerifyCallback(senders, new FixedClock(new Date(0)), { VAULT_KEYS }, server);
  const ask = (provider: MailProvider, credentials: string) => {
    const signature = Buffer.from(credentials).toString('base64');
    return verify.webhook({ senderId: id, provider, url: '', signature, content: { bytes: '' } });
  };
  const verified = { userId, channel: 'EMAIL', addresses: '192.0.2.7' };
  expect(await ask('POSTMARK', password)).toEqual({ isKnown: true, verified });
  expect(await ask('POSTMARK', 'carillon:another')).toEqual({ isKnown: true, verified: null });
  expect(await ask('MAILGUN', password)).toEqual({ isKnown: false, verified: null });
});

it('verifies webhooks of phone providers by the secret or the public key of a sender of theirs', async () => {
  const at = new Date('2026-11-30T20:00:00Z');
  const stored: Record<SmsProvider, object> = {
    VONAGE: {
      settings: {},
      sealed: { signatureSecret: vault.seal(phoneHooks.VONAGE.key, `sender:${id}:signatureSecret`) },
    },
    TELNYX: { settings: { publicKey: phoneHooks.TELNYX.key }, sealed: {} },
  };
  const verifierOf = (provider: SmsProvider) => {
    const sender = { id, userId, channel: 'SMS', provider, ...stored[provider] };
    const senders = { findForAnybody: () => Promise.resolve(sender) } as unknown as Senders;
    const server = { onBroadcastGap: () => undefined } as unknown as MessagingServer;
    return new VerifyCallback(senders, new FixedClock(at), { VAULT_KEYS }, server);
  };
  const sources = phoneFeedbackSources();
  for (const provider of smsProviders) {
    const { sign, inbound } = phoneHooks[provider];
    const { signed } = sources[provider].proof(requestOf(sign(inbound('Hi'), at))) ?? {};
    if (!signed) throw new Error('The webhook has no proof');
    const ask = (by: SmsProvider, content = signed.content) =>
      verifierOf(by).webhook({ senderId: id, provider, ...signed, content });
    const verified = { userId, channel: 'SMS', addresses: null, settings: expect.any(Object) as unknown };
    expect(await ask(provider)).toEqual({ isKnown: true, verified });
    expect(await ask(provider, { bytes: '' })).toEqual({ isKnown: true, verified: null });
    const other = provider === 'VONAGE' ? 'TELNYX' : 'VONAGE';
    expect(await ask(other)).toEqual({ isKnown: false, verified: null });
  }
});

it('verifies webhooks individually, so that an unverifiable webhook doesn’t delay the others', async () => {
  const [existing, gone] = [newId(), newId()];
  const sealed = {
    feedbackKey: vault.seal('carillon:correct-horse-battery', `sender:${existing}:feedbackKey`),
  };
  const settings = { feedbackProvider: 'POSTMARK' };
  const findForAnybody = (senderId: string) =>
    senderId === existing
      ? Promise.resolve({ id: senderId, userId, channel: 'EMAIL', settings, sealed })
      : Promise.reject(new AppError('service_unavailable'));
  const server = { onBroadcastGap: () => undefined } as unknown as MessagingServer;
  const senders = { findForAnybody } as unknown as Senders;
  const verify = new VerifyCallback(senders, new FixedClock(new Date(0)), { VAULT_KEYS }, server);
  const by = (senderId: string, credentials: string) => {
    const signature = Buffer.from(credentials).toString('base64');
    return { senderId, provider: 'POSTMARK' as const, url: '', signature, content: { bytes: '' } };
  };
  const right = by(existing, 'carillon:correct-horse-battery');
  expect(await verify.webhooks([by(gone, 'x:y'), right, by(existing, 'carillon:another')])).toEqual([
    null,
    { isKnown: true, verified: { userId, channel: 'EMAIL', addresses: null } },
    { isKnown: true, verified: null },
  ]);
  await expect(verify.webhooks([by(gone, 'x:y')])).rejects.toThrow(AppError);
});

describe('the cached secret of a sender with callbacks', () => {
  it('is read once for many callbacks, also for an unknown sender', async () => {
    const { ask, database } = arrange();
    const unknown = newId();
    await Promise.all([id, unknown].flatMap((each) => Array.from({ length: 20 }, () => ask('first', each))));
    expect(database.reads).toBe(2);
  });

  it('is read again after five minutes', async () => {
    const { clock, database, signs } = arrange();
    expect(await signs()).toBe('first');
    database.token = 'second';
    clock.advance(299_999);
    expect(await signs()).toBe('first');
    clock.advance(1);
    expect(await signs()).toBe('second');
  });

  it('is used while the database is unavailable, with a retry after seconds', async () => {
    const { clock, database, signs } = arrange();
    await signs();
    clock.advance(3_600_000);
    database.isAway = true;
    expect([await signs(), await signs(), database.reads]).toEqual(['first', 'first', 2]);
    Object.assign(database, { isAway: false, token: 'second' });
    clock.advance(5_000);
    expect(await signs()).toBe('second');
  });

  it('is not used after it changed or may have changed', async () => {
    const { verify, database, gaps, signs } = arrange();
    for (const change of [() => verify.forget(id), () => gaps.forEach((report) => report())]) {
      database.isAway = false;
      await signs();
      database.isAway = true;
      change();
      await expect(signs()).rejects.toThrow(AppError);
    }
  });

  it('is not used or cached if it changed during the read', async () => {
    const { verify, clock, database, ask, signs } = arrange();
    await signs();
    clock.advance(300_000);
    const verification = ask('first');
    verify.forget(id);
    database.token = 'second';
    expect([(await verification).verified, await signs(), database.reads]).toEqual([
      { userId, channel: 'SMS' },
      'second',
      3,
    ]);
    clock.advance(300_000);
    database.isAway = true;
    const failing = ask('second');
    verify.forget(id);
    await expect(failing).rejects.toThrow(AppError);
  });

  it('is not used if the sender did not exist', async () => {
    const { clock, database, ask } = arrange();
    const unknown = newId();
    expect(await ask('first', unknown)).toMatchObject({ isKnown: false });
    clock.advance(5_000);
    database.isAway = true;
    await expect(ask('first', unknown)).rejects.toThrow(AppError);
  });

  it('requires a key ring, and never shows an invalid one', () => {
    const config = { VAULT_KEYS: 'k1:hunter2' } as AccountConfig;
    const build = () =>
      new VerifyCallback({} as unknown as Senders, new FixedClock(new Date(0)), config, {} as never);
    expect(build).toThrow(ConfigError);
    expect(build).toThrow(/^VAULT_KEYS: (?!.*hunter2)/);
  });
});
