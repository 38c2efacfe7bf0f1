import type { Rate } from '@carillon/contracts';

/** The form of a rate in the configuration; `none` means no limit. */
export const RATE_PATTERN = '^(?:none|(?:100000|[1-9]\\d{0,4})/s(?: burst (?:1000000|[1-9]\\d{0,5}))?)$';

const form = /^(\d+)\/s(?: burst (\d+))?$/;
/** The default burst, in seconds of the rate. */
const BURST_S = 2;

/** Reads a text that matches RATE_PATTERN. Returns null for no limit. */
export function parseRate(text: string): Rate | null {
  const [, perSecond, burst] = form.exec(text) ?? [];
  return perSecond === undefined
    ? null
    : rateOf(Number(perSecond), burst === undefined ? undefined : Number(burst));
}

/** A rate with the default burst unless one is given. */
export function rateOf(perSecond: number, burst = perSecond * BURST_S): Rate {
  return { perSecond, burst };
}
