import { randomBytes } from 'node:crypto';
import { deliveryId } from '@carillon/contracts';
import { BounceAddresses } from './bounce-addresses';
import { parseKeyRing } from './key-ring';

const aKey = (id: string, bytes = randomBytes(32)): string => `${id}:${bytes.toString('base64')}`;
const of = (...keys: string[]): BounceAddresses => new BounceAddresses(parseKeyRing(keys.join(',')));
const batch = '65e1c0000000000000000001-0000001024';
/** Created with a key of 32 bytes, each with the value 7. */
const PREVIOUS = 'bounce+65e1c0000000000000000001-sg-3.d1s1u2goroo1uso7';
const longest = deliveryId('65e1c0000000000000000001-9999999999', 99_999);

describe('a signed return path', () => {
  const key = aKey('k1');
  const addresses = of(key);
  const partOf = (delivery: string, by = addresses): string => {
    const part = by.localPart(delivery);
    if (part === null) throw new Error('There is none');
    return part;
  };

  it.each([0, 1, 511, 512, 513, 99_999])('identifies the delivery: position %i', (position) => {
    const delivery = deliveryId(batch, position);
    expect(addresses.read(partOf(delivery))).toBe(delivery);
  });

  it('is the same each time, and different for each delivery', () => {
    const all = Array.from({ length: 2_000 }, (_, position) => partOf(deliveryId(batch, position)));
    expect(new Set(all.map((part) => part.split('.')[1])).size).toBe(2_000);
    expect(partOf(deliveryId(batch, 7), of(key))).toBe(all[7]);
  });

  it('fits into an email with a batch and a position of any length', () => {
    expect(partOf(longest)).toMatch(/^[a-z0-9+.-]+$/);
    expect(partOf(longest)).toHaveLength(61);
    expect(addresses.read(partOf(longest))).toBe(longest);
  });

  it('is stable for a key of 32 bytes 7, because emails are returned for days', () => {
    const previous = of(aKey('k1', Buffer.alloc(32, 7)));
    expect(previous.localPart(deliveryId(batch, 3))).toBe(PREVIOUS);
    expect(previous.read(PREVIOUS)).toBe(deliveryId(batch, 3));
  });

  it('is read in any letter case', () => {
    expect(addresses.read(partOf(longest).toUpperCase())).toBe(longest);
  });

  it('is not accepted when one character was altered', () => {
    const part = partOf(deliveryId(batch, 3));
    const altered = Array.from(part).flatMap((was, at) =>
      Array.from('0123456789abcdefghijklmnopqrstuvwxyz+.-')
        .filter((letter) => letter !== was)
        .map((letter) => part.slice(0, at) + letter + part.slice(at + 1)),
    );
    expect(altered.filter((each) => addresses.read(each) !== null)).toEqual([]);
  });

  it('is verified in the same way after another delivery of its batch has been returned', () => {
    const reader = of(key);
    const part = partOf(deliveryId(batch, 3));
    const last = part.at(-1) === '0' ? '1' : '0';
    for (let n = 0; n < 2; n++) {
      expect(reader.read(part.slice(0, -1) + last)).toBeNull();
      expect(reader.read(partOf(deliveryId(batch, 4)).replace('-4.', '-3.'))).toBeNull();
      expect(reader.read(part)).toBe(deliveryId(batch, 3));
    }
  });

  it.each([
    ['empty', ''],
    ['somebody', 'postmaster'],
    ['without a signature', 'bounce+65e1c0000000000000000001-sg-3'],
    ['with an empty one', 'bounce+65e1c0000000000000000001-sg-3.'],
    ['a very long one', `bounce+${'a'.repeat(100_000)}`],
  ])('is not made up: %s', (_, part) => expect(addresses.read(part)).toBeNull());

  it('has a unique text, without leading zeros', () => {
    const [before = '', mac = ''] = partOf(deliveryId(batch, 3)).split('.');
    expect(addresses.read(`${before.replace(/-3$/, '-03')}.${mac}`)).toBeNull();
  });

  it('is accepted with a previous key of the ring, and not with any other key', () => {
    const part = partOf(longest);
    expect(of(aKey('k2'), key).read(part)).toBe(longest);
    expect(of(aKey('k2')).read(part)).toBeNull();
  });

  it('does not exist for a test', () => {
    expect(addresses.localPart('test-send-65e1c0000000000000000001')).toBeNull();
  });
});
