import { erasedAs, erasedRange, isErased } from './erased-addresses';

describe('the replacement of an erased address', () => {
  it('is distinguished from addresses', () => {
    expect(isErased(erasedAs('5f00000000000000000000c9'))).toBe(true);
    expect(['erased@example.com', '+14155550123'].some(isErased)).toBe(false);
  });

  it('is in a separate range', () => {
    const isInRange = (text: string) => text >= erasedRange.$gte && text < erasedRange.$lt;
    expect([erasedAs(''), erasedAs('k1.x'), erasedAs('\uffff')].every(isInRange)).toBe(true);
    expect(['erased@example.com', '+14155550123', 'erased.one@example.com'].some(isInRange)).toBe(false);
  });
});
