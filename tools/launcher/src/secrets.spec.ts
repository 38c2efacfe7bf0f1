import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecretsFile } from './secrets';

const freshFile = (): string => join(mkdtempSync(join(tmpdir(), 'secrets-')), 'secrets.json');

describe('the secrets of a stack', () => {
  it('are made once and found again, for their owner alone', () => {
    const file = freshFile();
    const first = SecretsFile.open(file, {});
    first.save({ apiKey: 'car_live_x' });

    expect(SecretsFile.open(file, {}).values).toEqual({ ...first.values, apiKey: 'car_live_x' });
    expect(first.values.vaultKeys).toMatch(/^k1:[A-Za-z0-9+/]{43}=$/);
    expect(first.values.twilioAccountSid).toMatch(/^AC[0-9a-f]{32}$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('give way to those of the environment', () => {
    const environment = { BOOTSTRAP_OPERATOR_KEY: 'car_op_given', VAULT_KEYS: 'k2:given' };
    expect(SecretsFile.open(freshFile(), environment).values).toMatchObject({
      operatorKey: 'car_op_given',
      vaultKeys: 'k2:given',
    });
  });

  it('are not made anew over a file that cannot be read', () => {
    const file = freshFile();
    writeFileSync(file, '{"operatorKey": "car_op_');
    expect(() => SecretsFile.open(file, {})).toThrow(file);
  });
});
