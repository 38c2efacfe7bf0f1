import { dateText, guessColumn, typedValue, valueText } from './typed-value';

describe('the value of a declared attribute', () => {
  it.each([
    ['3', undefined, 3],
    [' -3.50 ', undefined, -3.5],
    ['1e3', undefined, 1_000],
    ['1,234,567.5', 'point', 1_234_567.5],
    ['1,234', undefined, undefined],
    ['3,5', 'comma', 3.5],
    ['1.234,5', 'comma', 1_234.5],
    ['1.234', 'comma', 1_234],
    ['1 234,5', 'comma', 1_234.5],
    ['1234', 'comma', 1_234],
    [7, undefined, 7],
    ['3,5', undefined, undefined],
    ['3.5', 'comma', undefined],
    ['1e999', undefined, undefined],
    ['Infinity', undefined, undefined],
    ['0x10', undefined, undefined],
    ['', undefined, undefined],
    ['12a', undefined, undefined],
    [true, undefined, undefined],
    [['1'], undefined, 1],
    [['1', '2'], undefined, undefined],
  ] as const)('is a number: %j (%s) is %j', (value, form, number) => {
    expect(typedValue(value as never, 'number', form)).toBe(number);
  });

  it.each([
    ['2025-12-31', undefined, '2025-12-31'],
    ['2025-12-31T23:30:00Z', undefined, '2025-12-31T23:30:00.000Z'],
    ['2025-12-31T23:30:00+01:00', undefined, '2025-12-31T22:30:00.000Z'],
    ['2025-12-31T00:00:00.000Z', undefined, '2025-12-31'],
    ['2025-12-31 08:15', undefined, '2025-12-31T08:15:00.000Z'],
    ['0099-01-01', undefined, '0099-01-01'],
    ['31.12.2025', 'dmy', '2025-12-31'],
    ['1.2.2025', 'dmy', '2025-02-01'],
    ['12/31/2025', 'mdy', '2025-12-31'],
    ['2025-12-31', 'mdy', '2025-12-31'],
    ['31.12.2025', undefined, undefined],
    ['12/31/2025', 'dmy', undefined],
    ['31.12.25', 'dmy', undefined],
    ['2025-02-29', undefined, undefined],
    ['2025-12-31T24:00:00Z', undefined, undefined],
    ['2025-12-31T10:00:00+20:00', undefined, undefined],
    ['9999-12-31T23:00:00-02:00', undefined, undefined],
    ['soon', undefined, undefined],
    [20_251_231, undefined, undefined],
  ] as const)('is a date: %j (%s) is %j', (value, form, date) => {
    expect(typedValue(value, 'date', form)).toBe(date);
  });

  it.each([
    ['TRUE', true],
    ['Ja', true],
    ['0', false],
    [1, true],
    [false, false],
    ['maybe', undefined],
    [2, undefined],
    [['true'], true],
    [['true', 'true'], undefined],
  ] as const)('is a boolean: %j is %j', (value, boolean) => {
    expect(typedValue(value as never, 'boolean')).toBe(boolean);
  });

  it.each([
    ['choir, chess;  tea ', ['choir', 'chess', 'tea']],
    ['["a, b","c"]', ['a, b', 'c']],
    ['[draft]', ['[draft]']],
    [5, ['5']],
    ['', []],
    ['x'.repeat(129), undefined],
    ['x,'.repeat(101), undefined],
  ])('is a list: %j is %j', (value, list) => {
    expect(typedValue(value, 'list')).toEqual(list);
  });

  it('is text that has the same value if it is converted back', () => {
    for (const list of [['a', 'b'], ['a, b', 'c'], [' a'], ['']])
      expect(typedValue(valueText(list), 'list')).toEqual(list);
    expect(typedValue(3.5, 'text')).toBe('3.5');
    expect(typedValue(true, 'text')).toBe('true');
    expect(dateText(new Date('2025-12-31'))).toBe('2025-12-31');
  });
});

describe('the guess of a column', () => {
  it.each([
    [['31.12.2025', '', '1.2.2024'], { type: 'date', form: 'dmy', isCertain: true }],
    [['12/31/2025', '01/02/2024'], { type: 'date', form: 'mdy', isCertain: true }],
    [['01/02/2024'], { type: 'date', form: 'dmy', isCertain: false }],
    [['2024-01-02'], { type: 'date', form: 'ymd', isCertain: true }],
    [['3,5', '12'], { type: 'number', form: 'comma', isCertain: true }],
    [['3.5', '12'], { type: 'number', form: 'point', isCertain: true }],
    [['1,234'], { type: 'number', form: 'point', isCertain: false }],
    [['3', '12'], { type: 'number', form: 'point', isCertain: true }],
    [['ja', 'nein'], { type: 'boolean', isCertain: true }],
    [['01234', '50667'], { type: 'text', isCertain: true }],
    [['31.12.25'], { type: 'text', isCertain: true }],
    [['Oslo', '3'], { type: 'text', isCertain: true }],
    [['', ' '], { type: 'text', isCertain: true }],
  ])('%j: %j', (values, guess) => {
    expect(guessColumn(values)).toEqual(guess);
  });
});
