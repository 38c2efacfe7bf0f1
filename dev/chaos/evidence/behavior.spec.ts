import { unpacked } from './behavior';

describe('unpacked', () => {
  it('reads lists and bits', () => {
    expect(unpacked(Buffer.from([5, 0, 1, 1]))).toEqual([5, 257]);
    const bits = Buffer.alloc(8_192);
    [bits[0], bits[8_191]] = [0b10000001, 0b10000000];
    expect(unpacked(bits)).toEqual([0, 7, 65_535]);
  });
});
