import { codeAt, hashRecoveryCode, mintRecoveryCodes, mintTotpSecret, stepOf } from './second-factor';

/** RFC 6238, appendix B: the secret of its test vectors, "12345678901234567890", in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes of a second factor', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238 at %i', (seconds, code) => {
    expect(codeAt(Math.floor(seconds / 30), SECRET)).toBe(code);
  });

  it('are valid for thirty more seconds on either side, and identify their step', () => {
    const at = (seconds: number) => stepOf('287082', SECRET, new Date(seconds * 1_000));
    expect([30, 59, 60, 89].map(at)).toEqual([1, 1, 1, 1]);
    expect([90, 120].map(at)).toEqual([null, null]);
    expect(stepOf('28708', SECRET, new Date(59_000))).toBeNull();
  });

  it('come from secrets of 160 bits, and recovery codes of 80 that are all different', () => {
    expect(mintTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    const codes = mintRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    expect(hashRecoveryCode('ab cd-ef')).toBe(hashRecoveryCode('ABCDEF'));
  });
});
