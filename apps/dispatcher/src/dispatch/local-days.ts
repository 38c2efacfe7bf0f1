import type { ZoneOffset } from '@carillon/contracts';

/** An expression for the day of a stored time in a time zone, as `2026-03-01`. */
export function localDay(field: string, [first, ...later]: readonly ZoneOffset[]): object {
  const atFirst = first?.aheadMs ?? 0;
  const branches = later
    .toReversed()
    .map(({ from, aheadMs }) => ({ case: { $gte: [field, from] }, then: aheadMs }));
  const ahead = branches.length === 0 ? atFirst : { $switch: { branches, default: atFirst } };
  return { $dateToString: { date: { $add: [field, ahead] }, format: '%Y-%m-%d' } };
}
