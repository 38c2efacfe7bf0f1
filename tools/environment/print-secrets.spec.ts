import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { apiKeyRole } from '@carillon/contracts';
import { parseKeyRing } from '@carillon/vault';

describe('secrets for .env', () => {
  const print = () =>
    parseEnv(execFileSync(process.execPath, [join(__dirname, 'print-secrets.mjs')], { encoding: 'utf8' }));

  it('are a key ring and an operator key that the services take', () => {
    const { VAULT_KEYS, BOOTSTRAP_OPERATOR_KEY } = print();
    expect(parseKeyRing(VAULT_KEYS ?? '')).toHaveLength(1);
    expect(apiKeyRole(BOOTSTRAP_OPERATOR_KEY ?? '')).toBe('operator');
  });

  it('are others every time', () => {
    expect(print()).not.toEqual(print());
  });
});
