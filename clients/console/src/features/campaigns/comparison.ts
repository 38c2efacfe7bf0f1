import type { Schemas } from '@carillon/sdk';
import { resultsOf } from '../reports';

/** How many campaigns can be compared. */
export const COMPARED = { least: 2, most: 5 } as const;

/** The compared rates, and whether more or less is better. */
export const rates = {
  delivered: 'more',
  opened: 'more',
  clicked: 'more',
  converted: 'more',
  optedOut: 'less',
  bounced: 'less',
  failed: 'less',
} as const;
export type RateName = keyof typeof rates;
export const rateNames = Object.keys(rates) as RateName[];

/** A part of a number. Null: unknown, or the number is zero. */
export type Rate = { part: number; whole: number } | null;
export type Rates = Record<RateName, Rate>;

/** The IDs in the URL of the page, each once. Other texts are ignored. */
export function idsIn(text: string): string[] {
  const ids = text.split(',').filter((id) => /^[0-9a-f]{24}$/i.test(id));
  return [...new Set(ids.map((id) => id.toLowerCase()))].slice(0, COMPARED.most);
}

/** The rates of a campaign. They refer to the same numbers as in its report. */
export function ratesOf(report: Schemas['Report']): Rates {
  const { addressed, sent, delivered, bounced, failed } = resultsOf(report);
  const emails = resultsOf(report.channels.EMAIL).delivered;
  const { opens, clicks } = report.engagement;
  return {
    delivered: rateOf(delivered, sent),
    opened: rateOf(opens.unique, emails),
    clicked: rateOf(clicks.unique, emails),
    converted: rateOf(report.conversions?.unique ?? null, emails),
    optedOut: rateOf(report.optOuts, emails),
    bounced: rateOf(bounced, sent),
    failed: rateOf(failed, addressed),
  };
}

/** The rates of all these campaigns together. Failures aren't in the figures of a list. */
export function averagesOf(campaigns: readonly Schemas['CampaignFigures'][]): Rates {
  const over = (
    partOf: (figures: Schemas['CampaignFigures']) => number | null,
    whole: 'sent' | 'emails',
  ): Rate => {
    let [parts, wholes] = [0, 0];
    for (const figures of campaigns) {
      const part = partOf(figures);
      if (part === null) continue;
      parts += part;
      wholes += figures[whole];
    }
    return rateOf(parts, wholes);
  };
  return {
    delivered: over(({ delivered }) => delivered, 'sent'),
    opened: over(({ opens }) => opens, 'emails'),
    clicked: over(({ clicks }) => clicks, 'emails'),
    converted: over(({ conversions }) => conversions?.unique ?? null, 'emails'),
    optedOut: over(({ optOuts }) => optOuts, 'emails'),
    bounced: over(({ bounced }) => bounced, 'sent'),
    failed: null,
  };
}

function rateOf(part: number | null, whole: number): Rate {
  return part === null || whole === 0 ? null : { part, whole };
}

export function valueOf(rate: Rate): number | null {
  return rate && rate.part / rate.whole;
}

/** The positions of the best values. None if fewer than two are known, or if all are equal. */
export function bestOf(values: readonly (number | null)[], better: 'more' | 'less'): Set<number> {
  const known = values.filter((value) => value !== null);
  const best = better === 'more' ? Math.max(...known) : Math.min(...known);
  if (known.length < 2 || known.every((value) => value === best)) return new Set();
  return new Set(values.flatMap((value, index) => (value === best ? [index] : [])));
}
