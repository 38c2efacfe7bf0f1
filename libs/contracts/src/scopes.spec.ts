import { carriedScopes, isBeyondFormerGateways, scopesOf } from './scopes';

describe('the scopes of a key', () => {
  it('cross services whole, beside those that release 0.2.0 knows', () => {
    const carried = carriedScopes(['write', 'admin']);
    expect(carried).toEqual({ scopes: ['write'], grants: ['write', 'admin'] });
    expect(scopesOf(carried)).toEqual(['write', 'admin']);
  });

  it('include admin and consent, if it is a former key with write', () => {
    expect(scopesOf({ scopes: ['read', 'write'] })).toEqual(['read', 'write', 'admin', 'consent']);
    expect(scopesOf({ scopes: ['read', 'send'] })).toEqual(['read', 'send']);
  });
});

describe('a gateway of release 0.2.0', () => {
  it.each([
    ['knows a former key', { scopes: ['read', 'write'] as const }, false],
    ['knows one with all scopes', carriedScopes(['read', 'write', 'send', 'admin', 'consent']), false],
    ['knows one that only reads', carriedScopes(['read']), false],
    ['would let one with write alone do what admin does', carriedScopes(['write', 'consent']), true],
    ['would not see that one expires', { scopes: [], expiresAt: '2026-03-01T10:00:00.000Z' }, true],
    ['would let one in from anywhere', { scopes: [], networks: ['192.0.2.1'] }, true],
    ['would let an operator do everything', { grants: ['read'] }, true],
    ['knows the operator of the configuration', {}, false],
  ])('%s', (_, key, expected) => {
    expect(isBeyondFormerGateways(key)).toBe(expected);
  });
});
