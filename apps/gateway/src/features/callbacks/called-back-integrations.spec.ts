import { AppError, newId } from '@carillon/contracts';
import type { Messenger, MessagingServer } from '@carillon/messaging';
import { FixedClock } from '@carillon/platform';
import { createVault, parseKeyRing } from '@carillon/vault';
import type { GatewayConfig } from '../../config';
import { CalledBackIntegrations } from './called-back-integrations';

const VAULT_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;
const vault = createVault(parseKeyRing(VAULT_KEYS));
const id = newId();

function arrange() {
  const clock = new FixedClock(new Date(0));
  const account = { token: 'first', isAway: false, asked: 0, ids: new Set([id]) };
  const request = (_: string, asked: { id: string }): Promise<unknown> => {
    account.asked += 1;
    if (account.isAway) return Promise.reject(new AppError('service_unavailable'));
    const authToken = vault.seal(account.token, `integration:${asked.id}:authToken`);
    const integration = { userId: newId(), channel: 'SMS', sealed: { authToken } };
    return Promise.resolve({ integration: account.ids.has(asked.id) ? integration : null });
  };
  const gaps: (() => void)[] = [];
  const integrations = new CalledBackIntegrations(
    { request } as unknown as Messenger,
    clock,
    { VAULT_KEYS } as GatewayConfig,
    { onBroadcastGap: (listener: () => void) => gaps.push(listener) } as unknown as MessagingServer,
  );
  const flood = (count: number): Promise<unknown> =>
    Promise.allSettled(Array.from({ length: count }, () => integrations.find(newId())));
  const tokenOf = async (): Promise<string | undefined> => (await integrations.find(id))?.authToken;
  return { integrations, clock, account, gaps, flood, tokenOf };
}

describe('an integration that is called back', () => {
  it('is asked for again after five minutes', async () => {
    const { clock, account, tokenOf } = arrange();
    expect(await tokenOf()).toBe('first');
    account.token = 'second';
    clock.advance(299_999);
    expect(await tokenOf()).toBe('first');
    clock.advance(1);
    expect(await tokenOf()).toBe('second');
  });

  it('holds while the account service is away, which is asked again after seconds', async () => {
    const { clock, account, tokenOf } = arrange();
    await tokenOf();
    clock.advance(3_600_000);
    account.isAway = true;
    expect([await tokenOf(), await tokenOf(), account.asked]).toEqual(['first', 'first', 2]);
    Object.assign(account, { isAway: false, token: 'second' });
    clock.advance(5_000);
    expect(await tokenOf()).toBe('second');
  });

  it('does not hold if it has changed, or may have', async () => {
    const { integrations, account, gaps, tokenOf } = arrange();
    for (const change of [() => integrations.forget(id), () => gaps.forEach((tell) => tell())]) {
      account.isAway = false;
      await tokenOf();
      account.isAway = true;
      change();
      await expect(tokenOf()).rejects.toThrow(AppError);
    }
  });

  it('does not hold if it changed while it was asked for, nor is kept then', async () => {
    const { integrations, clock, account, tokenOf } = arrange();
    await tokenOf();
    clock.advance(300_000);
    const asked = tokenOf();
    integrations.forget(id);
    account.token = 'second';
    expect([await asked, await tokenOf(), account.asked]).toEqual(['first', 'second', 3]);
    clock.advance(300_000);
    account.isAway = true;
    const failing = tokenOf();
    integrations.forget(id);
    await expect(failing).rejects.toThrow(AppError);
  });

  it('does not hold if there was none', async () => {
    const { clock, account, integrations } = arrange();
    const unknown = newId();
    expect(await integrations.find(unknown)).toBeNull();
    clock.advance(5_000);
    account.isAway = true;
    await expect(integrations.find(unknown)).rejects.toThrow(AppError);
  });

  it('is asked for however many others are made up', async () => {
    const { integrations, account, clock, flood, tokenOf } = arrange();
    await tokenOf();
    clock.advance(300_000);
    account.token = 'second';
    await flood(1_000);
    expect(account.asked).toBe(201);
    expect(await tokenOf()).toBe('second');
    account.token = 'third';
    integrations.forget(id);
    expect(await tokenOf()).toBe('third');
  });

  it('is one of the made-up ones from when it is gone', async () => {
    const { integrations, account, flood, tokenOf } = arrange();
    await tokenOf();
    account.ids.clear();
    integrations.forget(id);
    expect(await tokenOf()).toBeUndefined();
    integrations.forget(id);
    await flood(1_000);
    await expect(tokenOf()).rejects.toThrow('Too many');
  });
});
