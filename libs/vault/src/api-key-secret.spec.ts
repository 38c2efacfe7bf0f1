import { apiKeyPrefix, apiKeyRole, hashApiKey, mintApiKey } from './api-key-secret';

describe('an API key', () => {
  it('shows its role in its prefix and carries a checksum', () => {
    expect(mintApiKey('user')).toMatch(/^car_live_[0-9A-Za-z]{38}$/);
    expect(mintApiKey('operator')).toMatch(/^car_op_[0-9A-Za-z]{38}$/);
    expect(apiKeyRole(mintApiKey('user'))).toBe('user');
    expect(apiKeyRole(mintApiKey('operator'))).toBe('operator');
  });

  it('is different each time', () => {
    expect(new Set(Array.from({ length: 100 }, () => mintApiKey('user'))).size).toBe(100);
  });

  it('has a fixed checksum, so that keys remain valid across versions', () => {
    expect(apiKeyRole('car_live_000000000000000000000000000000004cqmmr')).toBe('user');
  });

  it.each([
    ['empty', ''],
    ['a prefix alone', 'car_live_'],
    ['a changed character', 'car_live_100000000000000000000000000000004cqmmr'],
    ['another prefix', 'car_op_000000000000000000000000000000004cqmmr'],
    ['one character too long', 'car_live_000000000000000000000000000000004cqmmr0'],
    ['a line break at the end', 'car_live_000000000000000000000000000000004cqmmr\n'],
    ['a character outside the alphabet', 'car_live_-00000000000000000000000000000004cqmmr'],
  ])('is refused when it is %s', (_, key) => {
    expect(apiKeyRole(key)).toBeNull();
  });

  it('is stored as its SHA-256, and shown as its first 13 characters', () => {
    expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(apiKeyPrefix('car_live_000000000000000000000000000000004cqmmr')).toBe('car_live_0000');
  });
});
