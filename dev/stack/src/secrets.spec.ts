import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseKeyRing, publicKeyOf } from '@carillon/vault';
import { SecretsFile } from './secrets';

const freshFile = (): string => join(mkdtempSync(join(tmpdir(), 'secrets-')), 'secrets.json');

describe('the secrets of a stack', () => {
  it('are generated once and kept, readable by their owner only', () => {
    const file = freshFile();
    const first = SecretsFile.open(file, {});
    first.save({ apiKey: 'car_live_x' });

    expect(SecretsFile.open(file, {}).values).toEqual({ ...first.values, apiKey: 'car_live_x' });
    for (const keys of [
      first.values.vaultKeys,
      first.values.vaultPublicKey,
      first.values.linkKeys,
      first.values.erasureKeys,
    ])
      expect(keys).toMatch(/^k1:[A-Za-z0-9+/]{43}=$/);
    expect(first.values.cursorKey).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(first.values.twilioAccountSid).toMatch(/^AC[0-9a-f]{32}$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('are overridden by the environment', () => {
    const vaultKeys = `k2:${Buffer.alloc(32, 7).toString('base64')}`;
    const environment = {
      BOOTSTRAP_OPERATOR_KEY: 'car_op_given',
      VAULT_KEYS: vaultKeys,
      LINK_KEYS: 'k2:links',
      CURSOR_KEY: 'given',
      ERASURE_KEYS: 'k2:erasures',
    };
    expect(SecretsFile.open(freshFile(), environment).values).toMatchObject({
      operatorKey: 'car_op_given',
      vaultKeys,
      vaultPublicKey: publicKeyOf(parseKeyRing(vaultKeys)),
      linkKeys: 'k2:links',
      cursorKey: 'given',
      erasureKeys: 'k2:erasures',
    });
  });

  it('seal with the first key of the ring, or with the one that the environment names during a rotation', () => {
    const file = freshFile();
    const { vaultKeys, vaultPublicKey } = SecretsFile.open(file, {}).values;
    expect(vaultPublicKey).toBe(publicKeyOf(parseKeyRing(vaultKeys)));
    const rotating = {
      VAULT_KEYS: `k2:${Buffer.alloc(32, 7).toString('base64')},${vaultKeys}`,
      VAULT_PUBLIC_KEY: vaultPublicKey,
    };
    expect(SecretsFile.open(file, rotating).values).toMatchObject({ vaultPublicKey });
    const { VAULT_KEYS } = rotating;
    expect(SecretsFile.open(file, { VAULT_KEYS }).values.vaultPublicKey).toMatch(/^k2:/);
  });

  it('name the variable with an invalid key ring, and do not show it', () => {
    const open = () => SecretsFile.open(freshFile(), { VAULT_KEYS: 'k1:hunter2' });
    expect(open).toThrow(/^VAULT_KEYS: (?!.*hunter2)/);
  });

  it('do not replace a file that cannot be read', () => {
    const file = freshFile();
    writeFileSync(file, '{"operatorKey": "car_op_');
    expect(() => SecretsFile.open(file, {})).toThrow(file);
  });
});
