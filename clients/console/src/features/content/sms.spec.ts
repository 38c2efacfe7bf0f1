import { smsSize, visible } from './sms';

describe('the size of an SMS', () => {
  it.each([
    ['', 0, 0, []],
    ['a'.repeat(160), 160, 1, []],
    ['a'.repeat(161), 161, 2, []],
    ['a'.repeat(306), 306, 2, []],
    ['a'.repeat(307), 307, 3, []],
    // Two places each.
    ['€'.repeat(80), 80, 1, []],
    ['€'.repeat(81), 81, 2, []],
    ['grün, ça va?', 12, 1, ['ç']],
    ['ж'.repeat(70), 70, 1, ['ж']],
    ['ж'.repeat(71), 71, 2, ['ж']],
    // Two UTF-16 units each.
    ['🔔'.repeat(35), 35, 1, ['🔔']],
    ['🔔'.repeat(36), 36, 2, ['🔔']],
  ])('%s', (text, characters, segments, odd) => {
    expect(smsSize(text)).toMatchObject({ characters, segments, odd });
  });

  it.each([
    ['a'.repeat(161), 2],
    [`${'a'.repeat(160)}🎉`, 1],
    [`${'a'.repeat(161)}🎉`, 2],
    ['🎉', 0],
  ])('counts the segments without the characters that require UCS-2 (%#)', (text, plainSegments) => {
    expect(smsSize(text)).toMatchObject({ plainSegments });
  });

  it('contains each character that requires UCS-2 once', () => {
    expect(smsSize('Neu – jetzt 🎉🎉 „hier“ 👩‍👧 – ok').odd).toEqual(['–', '🎉', '„', '“', '👩‍👧']);
  });

  it.each([
    ['\u00a0', 'U+00A0'],
    ['\u200b', 'U+200B'],
    ['–', '–'],
    ['👩‍👧', '👩‍👧'],
  ])('shows invisible characters as code points: %j', (character, name) => {
    expect(visible(character)).toBe(name);
  });
});
