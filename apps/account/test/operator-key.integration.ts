import { hashApiKey, mintApiKey } from '@carillon/vault';
import { AccountService } from './account-service';

describe('the operator key from the configuration', () => {
  let service: AccountService;
  const first = mintApiKey('operator');
  const second = mintApiKey('operator');
  beforeAll(async () => {
    service = await AccountService.start({ BOOTSTRAP_OPERATOR_KEY: first });
  });
  afterAll(() => service.stop());

  const holder = async (key: string) =>
    (await service.messenger.request('account.authenticate', { keyHash: hashApiKey(key) })).principal;
  const reboot = async (environment: Record<string, string>): Promise<void> => {
    await service.shutDown();
    await service.boot(environment);
  };

  it('is installed at the first boot, also when several copies boot at the same time', async () => {
    const principal = await holder(first);
    expect(principal).toMatchObject({ role: 'operator' });
    await service.shutDown();
    await Promise.all([
      service.boot({ BOOTSTRAP_OPERATOR_KEY: first }),
      service.boot({ BOOTSTRAP_OPERATOR_KEY: first }),
    ]);
    expect(await holder(first)).toEqual(principal);
  });

  it('is stored only as a hash', async () => {
    const stored = JSON.stringify(await service.documents('apiKeys'));
    expect(stored).toContain(hashApiKey(first));
    expect(stored).not.toContain(first);
  });

  it('replaces the previous one when it changes, and is revoked when it is removed', async () => {
    await reboot({ BOOTSTRAP_OPERATOR_KEY: second });
    expect(await holder(first)).toBeNull();
    expect(await holder(second)).toMatchObject({ role: 'operator' });
    await expect(reboot({ BOOTSTRAP_OPERATOR_KEY: first })).rejects.toThrow('this key was replaced before');
    await reboot({ BOOTSTRAP_OPERATOR_KEY: second });
    expect([await holder(first), (await holder(second))?.role]).toEqual([null, 'operator']);
    await reboot({});
    expect(await holder(second)).toBeNull();
  });
});
