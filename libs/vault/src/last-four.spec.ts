import { lastFour } from './last-four';

describe('the last four characters of a secret', () => {
  it.each([
    ['a-long-secret-1234', '…1234'],
    ['0123456789abcdef', '…cdef'],
    ['0123456789abcde', '…cde'],
    ['0123456789ab', '…9ab'],
    ['0123456789a', '…9a'],
    ['01234567', '…67'],
    ['0123', '…3'],
    ['012', '…'],
    ['-----BEGIN PRIVATE KEY-----\nMIIEvQ\nAbCd==\n-----END PRIVATE KEY-----\n', '…Cd=='],
    ['', '…'],
    ['0123456789abcd😀😀', '…cd😀😀'],
  ])('of %j are shown as %s, never more than a quarter', (secret, shown) => {
    expect(lastFour(secret)).toBe(shown);
  });
});
