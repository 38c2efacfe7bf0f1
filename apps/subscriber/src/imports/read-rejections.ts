import type { RejectedLine } from '@carillon/contracts';

/** What a page may weigh, about: the broker carries it whole. */
const MAX_CHARACTERS = 512 * 1024;
/** A line's number, its reason and what is around them. */
const FIXED_CHARACTERS = 100;

/** Whole batches, until there are `limit` lines or they grow too heavy; the first batch always. */
export async function readRejections(
  batches: AsyncIterable<{ place: number; lines: RejectedLine[] }>,
  limit: number,
): Promise<{ items: RejectedLine[]; next: string | null }> {
  const items: RejectedLine[] = [];
  let next: string | null = null;
  let characters = 0;
  for await (const { place, lines } of batches) {
    if (next !== null && (items.length >= limit || characters >= MAX_CHARACTERS)) return { items, next };
    items.push(...lines);
    next = String(place);
    characters += lines.reduce(
      (sum, { reason, text }) => sum + FIXED_CHARACTERS + reason.length + text.length,
      0,
    );
  }
  return { items, next: null };
}
