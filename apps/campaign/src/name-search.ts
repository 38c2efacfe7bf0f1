import { folded } from '@carillon/input';

/** The length of a part of a name (characters). */
const GRAM = 3;
/** The number of parts of a search that are looked up to find the rarest. */
const COMPARED = 8;

/** The searchable form of a name: the name without case and accents, and its distinct three-character parts. */
export interface SearchedName {
  foldedName: string;
  nameGrams: string[];
}

export function searchedName(name: string): SearchedName {
  const foldedName = folded(name);
  return { foldedName, nameGrams: gramsOf(foldedName) };
}

/**
 * A search for a name: a pattern for `foldedName`, and parts that every match contains. Searches that are shorter than
 * a part have none.
 */
export function nameSearch(search: string): { pattern: RegExp; grams: string[] } {
  const text = folded(search);
  const pattern = new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const grams = gramsOf(text);
  const step = Math.max(1, grams.length / COMPARED);
  const some = Array.from(
    { length: Math.min(grams.length, COMPARED) },
    (_, n) => grams[Math.floor(n * step)] ?? '',
  );
  return { pattern, grams: some };
}

function gramsOf(text: string): string[] {
  const letters = Array.from(text);
  const grams = letters.slice(GRAM - 1).map((_, at) => letters.slice(at, at + GRAM).join(''));
  return [...new Set(grams)];
}
