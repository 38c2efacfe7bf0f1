import type { MessagingServer, Messenger } from '@carillon/messaging';
import { FixedClock } from '@carillon/testing/clock';
import { aSender, channelSettings, providersWith, Surroundings, vault } from '../test/surroundings';
import { type Provider, UnusableSender, type CheckResult } from './provider';
import { SenderChecks, OpenSenders } from './open-senders';

const works: CheckResult = { ok: true, reason: null, providerCode: null, detail: null };
const checkedAt = '2026-11-21T10:14:03.000Z';

describe('a check of a sender', () => {
  const server = { onBroadcastGap: () => undefined } as unknown as MessagingServer;
  const senders = new OpenSenders(new Surroundings() as unknown as Messenger, server, channelSettings);
  const tryOut = jest.fn<Promise<CheckResult>, Parameters<Provider['tryOut']>>();
  const checks = new SenderChecks(senders, providersWith({ tryOut }), new FixedClock(new Date(checkedAt)));
  beforeEach(() => tryOut.mockReset().mockResolvedValue(works));

  it('tests the opened sender and returns the time', async () => {
    const sealed = { password: vault.seal('open sesame', 'sender:default:password') };
    expect(await checks.check(aSender(sealed), 'ann@example.org')).toEqual({ ...works, checkedAt });
    expect(tryOut).toHaveBeenCalledWith(
      expect.objectContaining({ id: 'default', secrets: { password: 'open sesame' } }),
      'ann@example.org',
    );
  });

  it('returns why it cannot be used', async () => {
    tryOut.mockRejectedValue(new UnusableSender('SETTINGS_INVALID', 'There is no sender'));
    expect(await checks.check(aSender(), null)).toEqual({
      ok: false,
      reason: 'SETTINGS_INVALID',
      providerCode: null,
      detail: 'There is no sender',
      checkedAt,
    });
  });

  it('reports unreadable credentials', async () => {
    const check = checks.check(aSender({ password: 'rust' }), null);
    expect(await check).toMatchObject({ ok: false, reason: 'CREDENTIALS_UNREADABLE' });
  });

  it('does not hide an internal error', async () => {
    tryOut.mockRejectedValue(new Error('A bug'));
    await expect(checks.check(aSender(), null)).rejects.toThrow('A bug');
  });
});
