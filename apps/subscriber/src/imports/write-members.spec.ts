import { memberIds } from './write-members';

const at = new Date('2026-03-01T10:00:00.500Z');
const hex = (importId: string, when: Date, line: number): string =>
  memberIds(importId, when)(line).toHexString();

describe('the ID of an imported member', () => {
  it('is the same when its line is processed again', () => {
    expect(hex('a', at, 7)).toBe(hex('a', at, 7));
    expect(new Set([hex('a', at, 7), hex('a', at, 8), hex('b', at, 7)]).size).toBe(3);
  });

  it('contains the time in seconds, and follows the order of the lines', () => {
    const ids = [1, 255, 256, 65_536, 4_000_000_000].map((line) => hex('a', at, line));
    expect(ids).toEqual([...ids].sort());
    expect(Number.parseInt(ids[0]?.slice(0, 8) ?? '', 16)).toBe(Date.parse('2026-03-01T10:00:00Z') / 1_000);
  });
});
