import type { MessagingServer, Messenger } from '@carillon/messaging';
import { FixedClock } from '@carillon/platform';
import { Surroundings, anIntegration, channelSettings, vault } from '../../test/surroundings';
import { UnusableIntegration } from '../provider';
import { IntegrationChecks, type Verdict } from './integration-checks';
import { OpenIntegrations } from './open-integrations';

const works: Verdict = { ok: true, reason: null, providerCode: null, detail: null };
const checkedAt = '2026-11-21T10:14:03.000Z';

describe('a check of an integration', () => {
  const server = { onBroadcastGap: () => undefined } as unknown as MessagingServer;
  const integrations = new OpenIntegrations(
    new Surroundings() as unknown as Messenger,
    server,
    channelSettings,
  );
  const checks = new IntegrationChecks(integrations, new FixedClock(new Date(checkedAt)));

  it('tries it out, opened, and says when', async () => {
    const sealed = { password: vault.seal('open sesame', 'integration:default:password') };
    const tried = jest.fn(() => Promise.resolve(works));
    expect(await checks.execute(anIntegration(sealed), tried)).toEqual({ ...works, checkedAt });
    expect(tried).toHaveBeenCalledWith(
      expect.objectContaining({ id: 'default', secrets: { password: 'open sesame' } }),
    );
  });

  it('answers why it cannot be used', async () => {
    const check = checks.execute(anIntegration(), () => {
      throw new UnusableIntegration('SETTINGS_INVALID', 'There is no sender');
    });
    expect(await check).toEqual({
      ok: false,
      reason: 'SETTINGS_INVALID',
      providerCode: null,
      detail: 'There is no sender',
      checkedAt,
    });
  });

  it('answers that the credentials cannot be read', async () => {
    const check = checks.execute(anIntegration({ password: 'rust' }), () => Promise.resolve(works));
    expect(await check).toMatchObject({ ok: false, reason: 'CREDENTIALS_UNREADABLE' });
  });

  it('does not hide a fault of ours', async () => {
    await expect(checks.execute(anIntegration(), () => Promise.reject(new Error('A bug')))).rejects.toThrow(
      'A bug',
    );
  });
});
