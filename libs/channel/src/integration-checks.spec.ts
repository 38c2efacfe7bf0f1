import type { MessagingServer, Messenger } from '@carillon/messaging';
import { FixedClock } from '@carillon/testing/clock';
import { Surroundings, anIntegration, channelSettings, vault } from '../test/surroundings';
import { type Provider, UnusableIntegration, type Verdict } from './provider';
import { IntegrationChecks, OpenIntegrations } from './open-integrations';

const works: Verdict = { ok: true, reason: null, providerCode: null, detail: null };
const checkedAt = '2026-11-21T10:14:03.000Z';

describe('a check of an integration', () => {
  const server = { onBroadcastGap: () => undefined } as unknown as MessagingServer;
  const integrations = new OpenIntegrations(
    new Surroundings() as unknown as Messenger,
    server,
    channelSettings,
  );
  const tryOut = jest.fn<Promise<Verdict>, Parameters<Provider['tryOut']>>();
  const checks = new IntegrationChecks(
    integrations,
    { tryOut } as Partial<Provider> as Provider,
    new FixedClock(new Date(checkedAt)),
  );
  beforeEach(() => tryOut.mockReset().mockResolvedValue(works));

  it('tests the opened integration and returns the time', async () => {
    const sealed = { password: vault.seal('open sesame', 'integration:default:password') };
    expect(await checks.check(anIntegration(sealed), 'ann@example.org')).toEqual({ ...works, checkedAt });
    expect(tryOut).toHaveBeenCalledWith(
      expect.objectContaining({ id: 'default', secrets: { password: 'open sesame' } }),
      'ann@example.org',
    );
  });

  it('returns why it cannot be used', async () => {
    tryOut.mockRejectedValue(new UnusableIntegration('SETTINGS_INVALID', 'There is no sender'));
    expect(await checks.check(anIntegration(), null)).toEqual({
      ok: false,
      reason: 'SETTINGS_INVALID',
      providerCode: null,
      detail: 'There is no sender',
      checkedAt,
    });
  });

  it('reports unreadable credentials', async () => {
    const check = checks.check(anIntegration({ password: 'rust' }), null);
    expect(await check).toMatchObject({ ok: false, reason: 'CREDENTIALS_UNREADABLE' });
  });

  it('does not hide an internal error', async () => {
    tryOut.mockRejectedValue(new Error('A bug'));
    await expect(checks.check(anIntegration(), null)).rejects.toThrow('A bug');
  });
});
