import { readNumber, writeNumber } from './typed-number';

const price = { min: 0, max: 1_000, decimals: 5 };
const port = { min: 1, max: 65_535, decimals: 0 };

describe('a typed number', () => {
  it.each([
    ['0.075', 0.075],
    ['0,075', 0.075],
    [' 0,0750 ', 0.075],
    ['.075', 0.075],
    [',5', 0.5],
    ['0,', 0],
    ['0.', 0],
    ['12', 12],
    ['1,5', 1.5],
    ['1.000', 1],
    ['1.000,00', 1_000],
    ['1,000.00', 1_000],
    ['1 000,00', 1_000],
    ['1 000', 1_000],
    ["1'000.00", 1_000],
    ['1’000', 1_000],
  ])('can have a point or a comma before its decimals: %s', (text, value) => {
    expect(readNumber(text, price)).toBe(value);
  });

  it.each([
    ['587', 587],
    ['2.525', 2_525],
    ['2,525', 2_525],
    ['2 525', 2_525],
  ])('can have groups of digits if it is an integer: %s', (text, value) => {
    expect(readNumber(text, port)).toBe(value);
  });

  it.each([
    'abc',
    '5 €',
    '-1',
    '1,2,3',
    '1.2.3',
    '0.123456',
    '1,0000.5',
    '1001',
    '1e3',
    '0x1f',
    '..',
    '1.234,5.6',
  ])('is refused rather than guessed: %s', (text) => {
    expect(readNumber(text, price)).toBeUndefined();
  });

  it.each(['0', '65536', '58,7', '58.7', '2,52'])(
    'is refused unless it is an integer in the range: %s',
    (text) => {
      expect(readNumber(text, port)).toBeUndefined();
    },
  );

  it('is null if the text is empty', () => {
    expect(readNumber('  ', price)).toBeNull();
  });

  it.each([
    ['en', '0.075'],
    ['de', '0,075'],
    ['fr', '0,075'],
  ])('is formatted for the language, and read back: %s', (locale, text) => {
    expect(writeNumber(0.075, locale, 5)).toBe(text);
    expect(readNumber(writeNumber(1_234.5, locale, 5), { ...price, max: 2_000 })).toBe(1_234.5);
  });
});
