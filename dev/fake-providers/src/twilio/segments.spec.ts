import { segments } from './segments';

describe('the segments of an SMS', () => {
  it.each([
    ['', 1],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['д'.repeat(70), 1],
    ['д'.repeat(71), 2],
    ['👋'.repeat(35), 1],
    ['👋'.repeat(36), 2],
  ])('are counted by the alphabet that the text needs: %#', (text, count) => {
    expect(segments(text)).toBe(count);
  });
});
