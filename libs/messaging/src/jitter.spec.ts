import { JITTER, jittered } from './jitter';

describe('a pause with jitter', () => {
  it('is between a fifth shorter and a fifth longer', () => {
    expect(jittered(1_000, () => 0)).toBeCloseTo(1_000 * (1 - JITTER));
    expect(jittered(1_000, () => 0.5)).toBe(1_000);
    expect(jittered(1_000, () => 1)).toBeCloseTo(1_000 * (1 + JITTER));
  });

  it('is random by default, within the same bounds', () => {
    const pauses = Array.from({ length: 1_000 }, () => jittered(1_000));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(800);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(1_200);
    expect(new Set(pauses).size).toBeGreaterThan(900);
  });

  it('stays zero if there is no pause', () => {
    expect(jittered(0)).toBe(0);
  });
});
