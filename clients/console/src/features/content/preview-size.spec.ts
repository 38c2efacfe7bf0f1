import { sizeOfPreview } from './preview-size';

describe('the preview of an email', () => {
  it.each([
    [900, 900, 1],
    [680, 680, 1],
    [460, 680, 460 / 680],
    [340, 680, 0.5],
    // Not laid out yet.
    [0, 680, 1],
  ])('has the width of a desktop, and is scaled down to fit: %d px', (room, width, scale) => {
    expect(sizeOfPreview(room, false)).toEqual({ width, scale });
  });

  it.each([
    [900, 375],
    [340, 340],
  ])('has the width of a phone: %d px', (room, width) => {
    expect(sizeOfPreview(room, true)).toEqual({ width, scale: 1 });
  });
});
