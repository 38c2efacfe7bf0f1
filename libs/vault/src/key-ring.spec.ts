import { inspect } from 'node:util';
import { KeyRingError, parseKeyRing } from './key-ring';

const zeros = Buffer.alloc(32, 0).toString('base64');
const sevens = Buffer.alloc(32, 7).toString('base64');

function refusalOf(text: string): Error {
  try {
    parseKeyRing(text);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('it was not refused');
}

describe('reading a key ring', () => {
  it('accepts one key', () => {
    const [key, ...others] = parseKeyRing(`k0:${sevens}`);
    expect(key.id).toBe('k0');
    expect(key.secret.export().toString('base64')).toBe(sevens);
    expect(others).toEqual([]);
  });

  it('keeps the order of several keys', () => {
    expect(parseKeyRing(`k1:${sevens},k0:${zeros}`).map(({ id }) => id)).toEqual(['k1', 'k0']);
  });

  it('allows whitespace around entries', () => {
    expect(parseKeyRing(` k1:${sevens} ,\n k0:${zeros}\n`).map(({ id }) => id)).toEqual(['k1', 'k0']);
  });

  it.each([
    ['', 'the key ring is empty'],
    ['   ', 'the key ring is empty'],
    [',', 'key ring entry 1 is empty'],
    [`k1:${sevens},`, 'key ring entry 2 is empty'],
    [`k1:${sevens},,k0:${zeros}`, 'key ring entry 2 is empty'],
    [sevens, 'key ring entry 1 has no colon: expected id:key'],
    [`k1:${sevens} k0:${zeros}`, 'key ring entry 1 has an invalid key: expected 32 bytes in base64'],
    [`:${sevens}`, 'key ring entry 1 has an invalid ID: expected 1 to 16 letters, digits, _ or -'],
    [`${sevens}:k1`, 'key ring entry 1 has an invalid ID: expected 1 to 16 letters, digits, _ or -'],
    [`k.1:${sevens}`, 'key ring entry 1 has an invalid ID: expected 1 to 16 letters, digits, _ or -'],
    [`k1 :${sevens}`, 'key ring entry 1 has an invalid ID: expected 1 to 16 letters, digits, _ or -'],
    [
      `${'k'.repeat(17)}:${sevens}`,
      'key ring entry 1 has an invalid ID: expected 1 to 16 letters, digits, _ or -',
    ],
    ['k1:', 'key ring entry 1 has an invalid key: expected 32 bytes in base64'],
    ['k1:secret', 'key ring entry 1 has an invalid key: expected 32 bytes in base64'],
    [
      `k1:${Buffer.alloc(16, 7).toString('base64')}`,
      'key ring entry 1 has an invalid key: expected 32 bytes in base64',
    ],
    [
      `k1:${Buffer.alloc(33, 7).toString('base64')}`,
      'key ring entry 1 has an invalid key: expected 32 bytes in base64',
    ],
    [
      `k1:${Buffer.alloc(32, 7).toString('hex')}`,
      'key ring entry 1 has an invalid key: expected 32 bytes in base64',
    ],
    [`k1:${sevens.slice(0, -1)}`, 'key ring entry 1 has an invalid key: expected 32 bytes in base64'],
    [`k1:${sevens.slice(0, -2)}d=`, 'key ring entry 1 has an invalid key: expected 32 bytes in base64'],
    [
      `k1:${sevens},k0:*${zeros.slice(1)}`,
      'key ring entry 2 has an invalid key: expected 32 bytes in base64',
    ],
    [`k1:${sevens},k0:${zeros},k1:${zeros}`, 'key ring entries 1 and 3 have the same ID'],
  ])('refuses %j: %s', (text, message) => {
    const refusal = refusalOf(text);
    expect(refusal).toBeInstanceOf(KeyRingError);
    expect(refusal.message).toBe(message);
  });

  it.each([sevens, `k1:${sevens}x`, `${sevens}:k1`, `k1:${sevens},k1:${sevens}`, `k1:${sevens} k0:${zeros}`])(
    'does not reveal the value when it refuses %j',
    (text) => {
      const shown = inspect(refusalOf(text), { depth: 10, showHidden: true });
      for (let i = 0; i + 6 <= sevens.length; i++) expect(shown).not.toContain(sevens.slice(i, i + 6));
    },
  );

  it('returns keys that reveal nothing when they are printed or serialized', () => {
    const ring = parseKeyRing(`k1:${sevens}`);
    const bytes = Buffer.alloc(32, 7);
    for (const shown of [inspect(ring, { depth: 10, showHidden: true }), JSON.stringify(ring)]) {
      for (const form of [sevens, bytes.toString('hex'), '07 07 07', '7,7,7'])
        expect(shown).not.toContain(form);
    }
  });
});
