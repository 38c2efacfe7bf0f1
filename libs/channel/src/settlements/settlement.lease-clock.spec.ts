import { LeaseClock } from './settlement';

describe('a lease of 90 s', () => {
  const lease = () => new LeaseClock(1_000, 90_000);

  it('allows a send to start until shortly before its end', () => {
    expect(lease().mayStart(73_000)).toBe(true);
    expect(lease().mayStart(73_001)).toBe(false);
  });

  it('restarts from when a piece was sent, if the piece is confirmed before the end', () => {
    const renewed = lease();
    renewed.renew(50_000, 90_999);
    expect(renewed.mayStart(122_000)).toBe(true);
    expect(renewed.mayStart(122_001)).toBe(false);
  });

  it('is lost permanently when the piece is confirmed later', () => {
    const late = lease();
    late.renew(50_000, 91_000);
    expect(late.isLost(51_000)).toBe(true);
    expect(late.mayStart(51_000)).toBe(false);
    late.renew(52_000, 53_000);
    expect(late.mayStart(54_000)).toBe(false);
  });

  it('is lost at its end', () => {
    expect(lease().isLost(90_999)).toBe(false);
    expect(lease().isLost(91_000)).toBe(true);
  });

  it('is never shortened', () => {
    const renewed = lease();
    renewed.renew(50_000, 51_000);
    renewed.renew(40_000, 52_000);
    expect(renewed.mayStart(122_000)).toBe(true);
  });

  it('is due for renewal after a third of its duration', () => {
    const renewed = lease();
    expect(renewed.renewalIsDue(30_999)).toBe(false);
    expect(renewed.renewalIsDue(31_000)).toBe(true);
    renewed.renew(31_000, 31_010);
    expect(renewed.renewalIsDue(60_999)).toBe(false);
  });
});
