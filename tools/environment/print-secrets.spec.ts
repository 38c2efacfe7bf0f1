import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { apiKeyRole, parseKey, parseKeyRing, publicKeyOf } from '@carillon/vault';

describe('secrets for .env', () => {
  const print = (...args: string[]) =>
    parseEnv(
      execFileSync(process.execPath, [join(__dirname, 'print-secrets.mjs'), ...args], { encoding: 'utf8' }),
    );

  it('are key rings, the public key, a cursor key, and an operator key that the services accept', () => {
    const { VAULT_KEYS, VAULT_PUBLIC_KEY, LINK_KEYS, CURSOR_KEY, ERASURE_KEYS, BOOTSTRAP_OPERATOR_KEY } =
      print();
    expect(parseKeyRing(VAULT_KEYS ?? '')).toHaveLength(1);
    expect(VAULT_PUBLIC_KEY).toBe(publicKeyOf(parseKeyRing(VAULT_KEYS ?? '')));
    expect(parseKeyRing(LINK_KEYS ?? '')).toHaveLength(1);
    expect(parseKeyRing(ERASURE_KEYS ?? '')).toHaveLength(1);
    expect(parseKey(CURSOR_KEY ?? '').type).toBe('secret');
    expect(apiKeyRole(BOOTSTRAP_OPERATOR_KEY ?? '')).toBe('operator');
  });

  it('have the requested ID, so that they can be added to older secrets', () => {
    const { VAULT_KEYS, VAULT_PUBLIC_KEY, LINK_KEYS, ERASURE_KEYS } = print('k2');
    for (const text of [VAULT_KEYS, VAULT_PUBLIC_KEY, LINK_KEYS, ERASURE_KEYS]) expect(text).toMatch(/^k2:/);
  });

  it('are different every time', () => {
    expect(print()).not.toEqual(print());
  });
});
