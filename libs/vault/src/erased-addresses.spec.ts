import { erasedAs, erasedRange, isErased } from './erased-addresses';

describe('what stands in the place of an erased address', () => {
  it('is told from addresses', () => {
    expect(isErased(erasedAs('5f00000000000000000000c9'))).toBe(true);
    expect(['erased@example.com', '+14155550123'].some(isErased)).toBe(false);
  });

  it('is in a range of its own', () => {
    const isInRange = (text: string) => text >= erasedRange.$gte && text < erasedRange.$lt;
    expect([erasedAs(''), erasedAs('k1.x'), erasedAs('\uffff')].every(isInRange)).toBe(true);
    expect(['erased@example.com', '+14155550123', 'erased.one@example.com'].some(isInRange)).toBe(false);
  });
});
