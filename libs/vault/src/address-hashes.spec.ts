import { AddressHashes } from './address-hashes';
import { parseKeyRing } from './key-ring';

const key = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString('base64')}`;
const hashes = (...keys: string[]) => new AddressHashes(parseKeyRing(keys.join(',')));
const user = '6560f0a1b2c3d4e5f6a7b8c9';

describe('the hash of an erased address', () => {
  it('is equal for the same address and user, and different for any other', () => {
    const { of } = { of: (...given: [string, string]) => hashes(key('k1', 1)).of(...given) };
    expect(of(user, 'ann@example.com')).toBe(of(user, 'ann@example.com'));
    expect(of(user, 'ann@example.com')).not.toBe(of(user, 'ben@example.com'));
    expect(of(user, 'ann@example.com')).not.toBe(of('6560f0a1b2c3d4e5f6a7b8ca', 'ann@example.com'));
  });

  it('depends on the key, and does not contain the address', () => {
    const hash = hashes(key('k1', 1)).of(user, 'ann@example.com');
    expect(hash).not.toBe(hashes(key('k1', 2)).of(user, 'ann@example.com'));
    expect(hash).toMatch(/^erased:k1\.[\w-]{43}$/);
  });

  it('is found after a newer key was added', () => {
    const before = hashes(key('k1', 1)).of(user, '+14155550123');
    const after = hashes(key('k2', 2), key('k1', 1));
    expect(after.of(user, '+14155550123')).toMatch(/^erased:k2\./);
    expect(after.all(user, '+14155550123')).toContain(before);
  });
});
