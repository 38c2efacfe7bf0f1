import { mintApiKey } from '@carillon/vault';
import { ConfigError, parseConfig } from '@carillon/platform';
import { accountConfig } from '../config';
import { bootstrapKey } from './install-operator-key';

const key = mintApiKey('operator');
const read = (BOOTSTRAP_OPERATOR_KEY: string): string | undefined =>
  bootstrapKey(parseConfig(accountConfig, { VAULT_KEYS: 'k', ERASURE_KEYS: 'k', BOOTSTRAP_OPERATOR_KEY }));

describe('the operator key from the configuration', () => {
  it('is accepted in the generated form, and is optional', () => {
    expect(read(key)).toBe(key);
    expect(read('')).toBeUndefined();
  });

  it.each([
    ['is a user’s key', mintApiKey('user')],
    ['is cut off', key.slice(0, -1)],
    ['is mistyped', `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`],
  ])('stops the boot when it %s, without showing the key', (_, wrong) => {
    expect(() => read(wrong)).toThrow(ConfigError);
    expect(() => read(wrong)).toThrow(/BOOTSTRAP_OPERATOR_KEY: read a secret value/);
    expect(() => read(wrong)).not.toThrow(wrong);
  });
});
