import { dayAfter, daysBetween, rampUpLimit, rampUpLimits } from './ramp-up';

const amounts = { startPerDay: 50, targetPerDay: 400 };

describe('the limit of a day', () => {
  const limits = (growth: { factor: number | null; step: number | null }, days = 6) =>
    Array.from({ length: days }, (_, n) => rampUpLimit(growth, amounts, n + 1));

  it('grows by a factor up to the target', () => {
    expect(limits({ factor: 2, step: null })).toEqual([50, 100, 200, 400, 400, 400]);
    expect(limits({ factor: 1.5, step: null })).toEqual([50, 75, 112, 168, 253, 379]);
  });

  it('grows by a step up to the target', () => {
    expect(limits({ factor: null, step: 100 })).toEqual([50, 150, 250, 350, 400, 400]);
  });

  it('loses no email to floating-point errors, and stays at the target forever', () => {
    expect(rampUpLimit({ factor: 1.15, step: null }, { startPerDay: 100, targetPerDay: 1_000 }, 2)).toBe(115);
    expect(rampUpLimit({ factor: 10, step: null }, amounts, 5_000)).toBe(400);
  });

  it('also applies to groups', () => {
    const group = { group: 'GMAIL', startPerDay: 10, targetPerDay: 20 } as const;
    const rampUp = {
      ...amounts,
      factor: 1.5,
      step: null,
      startsOn: '2026-12-01',
      domainGroups: [group],
      maxBounceRate: 0.05,
      maxComplaintRate: 0.003,
    };
    expect(rampUpLimits(rampUp, 2)).toEqual({ all: 75, groups: new Map([['GMAIL', 15]]) });
  });
});

it('counts days in UTC', () => {
  expect(daysBetween('2026-02-27', '2026-03-01')).toBe(2);
  expect(daysBetween('2026-12-02', '2026-12-01')).toBe(-1);
  expect(dayAfter('2026-12-31')).toEqual(new Date('2027-01-01T00:00:00Z'));
});
