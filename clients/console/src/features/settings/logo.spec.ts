import { logoSizes } from './logo';

describe('the sizes of a logo', () => {
  it('become smaller and keep the proportions', () => {
    expect(logoSizes(2_000, 1_000)).toEqual([
      { width: 480, height: 240 },
      { width: 360, height: 180 },
      { width: 240, height: 120 },
      { width: 160, height: 80 },
      { width: 96, height: 48 },
    ]);
  });

  it('are never larger than the image, and at least one pixel', () => {
    expect(logoSizes(1, 200)).toEqual([
      { width: 1, height: 200 },
      { width: 1, height: 160 },
      { width: 1, height: 96 },
    ]);
  });
});
