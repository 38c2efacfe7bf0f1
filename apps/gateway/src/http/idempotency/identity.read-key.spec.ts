import { AppError } from '@carillon/contracts';
import { readKey } from './identity';

const printable = String.fromCharCode(...Array.from({ length: 95 }, (_, n) => 0x20 + n));

describe('the header Idempotency-Key', () => {
  it('may be missing', () => {
    expect(readKey(undefined)).toBeNull();
  });

  it.each(['a', printable, 'x'.repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"'])('may be %s', (key) => {
    expect(readKey(key)).toBe(key);
  });

  it('is a single key if it was sent twice', () => {
    expect(readKey(['a', 'b'])).toBe('a, b');
  });

  it.each([
    ['', 'empty'],
    ['x'.repeat(256), 'too_long'],
    ['schlüssel', 'invalid_text'],
    ['a\tb', 'invalid_text'],
    ['a\x7f', 'invalid_text'],
  ])('must not be %j', (key, code) => {
    try {
      readKey(key);
      throw new Error('It was accepted');
    } catch (error) {
      const fields = [{ field: 'Idempotency-Key', code, detail: expect.any(String) as unknown }];
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ code: 'validation_failed', fields });
    }
  });
});
