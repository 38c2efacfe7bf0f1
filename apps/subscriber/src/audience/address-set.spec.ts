import { AddressSet } from './address-set';

describe('a set of addresses', () => {
  it('has each address once, however many there are', () => {
    const set = new AddressSet();
    const addresses = Array.from({ length: 20_000 }, (_, n) => `EMAIL ${n}@mail.test`);
    expect(addresses.filter((address) => !set.add(address))).toEqual([]);
    expect(set.size).toBe(20_000);
    expect(addresses.filter((address) => set.add(address))).toEqual([]);
    expect(set.size).toBe(20_000);
    expect(set.add('SMS 1@mail.test')).toBe(true);
  });
});
