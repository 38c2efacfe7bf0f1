import { execFileSync } from 'node:child_process';
import { inspect, parseEnv } from 'node:util';
import { join } from 'node:path';
import { KeyRingError, parseKey, parseKeyRing } from './key-ring';
import { parsePublicKey, publicKeyOf } from './public-key';

const base64 = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const known = publicKeyOf(parseKeyRing(`k1:${base64(1)}`));
const [, bytes = ''] = known.split(':');

describe('a public key', () => {
  it('is read from its text form, with surrounding spaces', () => {
    expect(parsePublicKey(` ${known}\n`)).toMatchObject({ id: 'k1', key: { type: 'public' } });
  });

  it('matches the key that the tool prints with the ring', () => {
    const tool = join(__dirname, '../../../tools/environment/print-secrets.mjs');
    const printed = parseEnv(execFileSync(process.execPath, [tool], { encoding: 'utf8' }));
    expect(publicKeyOf(parseKeyRing(printed.VAULT_KEYS ?? ''))).toBe(printed.VAULT_PUBLIC_KEY);
  });

  it.each([
    ['nothing', ''],
    ['no id', bytes],
    ['an empty ID', `:${bytes}`],
    ['an ID with a full stop', `k.1:${bytes}`],
    ['a short key', `k1:${bytes.slice(4)}`],
    ['no padding', `k1:${bytes.slice(0, -1)}`],
    ['two keys', `${known},${known}`],
    ['all zeros, which share a secret with everybody', `k1:${base64(0)}`],
  ])('is refused with %s, and not shown', (_, text) => {
    let refusal: unknown;
    try {
      parsePublicKey(text);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(KeyRingError);
    expect(inspect(refusal)).not.toContain(bytes.slice(4, 20));
  });
});

describe('a single key', () => {
  it('is 32 bytes in base64', () => {
    expect(parseKey(` ${base64(7)}\n`).export()).toEqual(Buffer.alloc(32, 7));
  });

  it.each(['', 'hunter2', `k1:${base64(7)}`, base64(7).slice(0, -1)])('is not %j', (text) => {
    expect(() => parseKey(text)).toThrow(KeyRingError);
    expect(() => parseKey(text)).not.toThrow(/hunter2/);
  });
});
