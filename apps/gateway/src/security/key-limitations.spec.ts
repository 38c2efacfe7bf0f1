import { AppError, type Principal } from '@carillon/contracts';
import { checkLimitations, limitationsWithin } from './key-limitations';

const operator: Principal = { role: 'operator', keyId: '5f00000000000000000000c9' };

function codeFor(
  overrides: Partial<Principal>,
  now = '2026-03-01T10:00:00.000Z',
  address = '192.0.2.1',
): string {
  try {
    checkLimitations({ ...operator, ...overrides } as Principal, new Date(now), () => address);
    return 'admitted';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

describe('the limitations of a key', () => {
  const expiresAt = '2026-03-01T10:00:00.000Z';
  it.each([
    ['2026-03-01T09:59:59.999Z', 'admitted'],
    ['2026-03-01T10:00:00.000Z', 'api_key_expired'],
    ['2026-03-01T10:00:00.001Z', 'api_key_expired'],
  ])('end it to the millisecond, however long it is cached: at %s it is %s', (now, expected) => {
    expect(codeFor({ expiresAt }, now)).toBe(expected);
  });

  it.each([
    ['an address', ['192.0.2.1'], '192.0.2.1', 'admitted'],
    ['another address', ['192.0.2.1'], '192.0.2.2', 'network_not_allowed'],
    ['within a block', ['198.51.100.0/24', '10.0.0.0/8'], '10.255.0.1', 'admitted'],
    ['beside a block', ['10.0.0.0/8'], '11.0.0.1', 'network_not_allowed'],
    ['all of IPv4', ['0.0.0.0/0'], '203.0.113.9', 'admitted'],
    ['IPv6, in another spelling', ['2001:db8::/32'], '2001:0DB8:0::1', 'admitted'],
    ['IPv6, beside a block', ['2001:db8::/64'], '2001:db8:0:1::1', 'network_not_allowed'],
    ['IPv4 where IPv6 is meant', ['::/0'], '192.0.2.1', 'network_not_allowed'],
    ['IPv6 where IPv4 is meant', ['0.0.0.0/0'], '2001:db8::1', 'network_not_allowed'],
    ['a client with a closed socket', ['0.0.0.0/0'], '', 'network_not_allowed'],
  ])('keep others out: %s', (_, networks, address, expected) => {
    expect(codeFor({ networks }, undefined, address)).toBe(expected);
  });

  it('are none for other keys', () => {
    expect(codeFor({}, '2126-03-01T10:00:00.000Z', '')).toBe('admitted');
    expect(codeFor({ expiresAt: null })).toBe('admitted');
  });
});

describe('the limitations of a key that another key creates', () => {
  const expiresAt = '2026-03-01T10:00:00.000Z';
  const networks = ['203.0.113.0/24', '2001:db8::/32'];
  const refused = expect.objectContaining({ code: 'insufficient_scope' }) as Error;

  it('are those of its creator unless others are given', () => {
    expect(limitationsWithin({ expiresAt, networks }, {})).toEqual({ expiresAt, networks });
  });

  it('are the given ones if its creator has none', () => {
    expect(limitationsWithin({}, {})).toEqual({});
    expect(limitationsWithin({ expiresAt: null }, { expiresAt, networks })).toEqual({ expiresAt, networks });
    expect(limitationsWithin({}, { expiresAt: null, networks: null })).toEqual({});
  });

  it.each([
    ['2026-03-01T09:59:59.999Z', true],
    ['2026-03-01T12:00:00+02:00', true],
    ['2026-03-01T10:00:00.001Z', false],
    ['2026-03-01T10:00:00-01:00', false],
    [null, false],
  ])('end it no later than its creator: %s', (end, isAllowed) => {
    const make = () => limitationsWithin({ expiresAt }, { expiresAt: end });
    if (isAllowed) expect(make()).toEqual({ expiresAt: end });
    else expect(make).toThrow(refused);
  });

  it.each([
    [['203.0.113.0/24'], true],
    [['203.0.113.7', '203.0.113.128/25', '2001:DB8:1::/48'], true],
    [['203.0.113.0/23'], false],
    [['203.0.113.7', '203.0.114.1'], false],
    [['0.0.0.0/0'], false],
    [['::/0'], false],
    [['::ffff:203.0.113.7'], false],
    [null, false],
  ])('allow no more networks than its creator has: %j', (requested, isAllowed) => {
    const make = () => limitationsWithin({ networks }, { networks: requested });
    if (isAllowed) expect(make()).toEqual({ networks: requested });
    else expect(make).toThrow(refused);
  });

  it('return the rejected field', () => {
    expect(() => limitationsWithin({ expiresAt }, { expiresAt: null })).toThrow(expiresAt);
    expect(() => limitationsWithin({ networks }, { networks: ['192.0.2.1'] })).toThrow('192.0.2.1');
  });
});
