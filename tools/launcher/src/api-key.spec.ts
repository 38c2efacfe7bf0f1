import { crc32 } from 'node:zlib';
import { newOperatorKey } from './api-key';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('a new operator key', () => {
  it('ends in the checksum of all that is before it', () => {
    const key = newOperatorKey();
    expect(key).toMatch(/^car_op_[0-9A-Za-z]{38}$/);
    const checksum = Array.from(key.slice(-6)).reduce(
      (value, digit) => value * 62 + DIGITS.indexOf(digit),
      0,
    );
    expect(checksum).toBe(crc32(key.slice(0, -6)));
  });

  it('is another one each time', () => {
    expect(newOperatorKey()).not.toBe(newOperatorKey());
  });
});
