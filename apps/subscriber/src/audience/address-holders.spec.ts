import type { ChannelAddress } from '../identity';
import { heldAddresses } from './address-holders';

const hour = (n: number): Date => new Date(Date.UTC(2026, 2, 1, n));
const at = (n: number): string => hour(n).toISOString();
const email = (...addresses: string[]): ChannelAddress[] =>
  addresses.map((address) => ({ channel: 'EMAIL', address }));
const held = (...rows: [string, string | null, string | null][]) =>
  rows.map(([address, from, until]) => ({ address, personId: 'p', from, until }));

describe('heldAddresses', () => {
  it('have no known start and no end if the person never changed', () => {
    const channels: ChannelAddress[] = [...email('a'), { channel: 'SMS', address: 'a' }];
    expect(heldAddresses('p', [], { channels })).toEqual(held(['a', null, null]));
  });

  it('begin and end when a change replaced the values', () => {
    const versions = [
      { channels: email('a'), until: hour(1) },
      { channels: email('a', 'b'), until: hour(2) },
    ];
    expect(heldAddresses('p', versions, { channels: email('b') })).toEqual(
      held(['a', null, at(2)], ['b', at(1), null]),
    );
  });

  it('can be lost and had again', () => {
    const versions = [
      { channels: email('a'), until: hour(1) },
      { channels: email('b'), until: hour(2) },
    ];
    expect(heldAddresses('p', versions, { channels: email('a') })).toEqual(
      held(['a', null, at(1)], ['b', at(1), at(2)], ['a', at(2), null]),
    );
  });

  it('end when the person is merged', () => {
    expect(heldAddresses('p', [{ channels: email('a'), until: hour(1) }], null)).toEqual(
      held(['a', null, at(1)]),
    );
  });
});
