import type { Rate } from '@carillon/contracts';

/** How a rate is written in the configuration; `none` is no limit. */
export const RATE_PATTERN = '^(?:none|(?:100000|[1-9]\\d{0,4})/s(?: burst (?:1000000|[1-9]\\d{0,5}))?)$';

const form = /^(\d+)\/s(?: burst (\d+))?$/;
/** So many seconds' worth may come at once where nothing else is said. */
const BURST_S = 2;

/** Reads what fits RATE_PATTERN. Null: no limit. */
export function parseRate(text: string): Rate | null {
  const [, perSecond, burst] = form.exec(text) ?? [];
  return perSecond === undefined
    ? null
    : rateOf(Number(perSecond), burst === undefined ? undefined : Number(burst));
}

/** A rate with the usual burst unless one is given. */
export function rateOf(perSecond: number, burst = perSecond * BURST_S): Rate {
  return { perSecond, burst };
}
