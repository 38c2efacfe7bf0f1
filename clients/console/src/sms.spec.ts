import { smsSize } from './sms';

describe('the size of an SMS', () => {
  it.each([
    ['', 0, 0, null],
    ['a'.repeat(160), 160, 1, null],
    ['a'.repeat(161), 161, 2, null],
    ['a'.repeat(306), 306, 2, null],
    ['a'.repeat(307), 307, 3, null],
    // Two places each.
    ['€'.repeat(80), 80, 1, null],
    ['€'.repeat(81), 81, 2, null],
    ['grün, ça va?', 12, 1, 'ç'],
    ['ж'.repeat(70), 70, 1, 'ж'],
    ['ж'.repeat(71), 71, 2, 'ж'],
    // Two UTF-16 units each.
    ['🔔'.repeat(35), 35, 1, '🔔'],
    ['🔔'.repeat(36), 36, 2, '🔔'],
  ])('%s', (text, characters, segments, odd) => {
    expect(smsSize(text)).toEqual({ characters, segments, odd });
  });
});
