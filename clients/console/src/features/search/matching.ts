import { folded } from '@carillon/input/fold';

/** An item that a search can find. */
interface Searchable {
  title: string;
  detail?: string | undefined;
}

/** The best matches, and the number of all matches. */
export interface Matches<T> {
  best: T[];
  total: number;
}

/** Whether a text contains all words of a search, regardless of case, accents, and order. */
export function isMatch({ title, detail = '' }: Searchable, search: string): boolean {
  const text = folded(`${title} ${detail}`);
  return wordsOf(search).every((word) => text.includes(word));
}

/**
 * The items that contain all words of a search. Titles that begin with the search come first, then titles with a word
 * that begins with it.
 */
export function matchesOf<T extends Searchable>(
  items: readonly T[],
  search: string,
  limit: number,
): Matches<T> {
  const found = items.filter((item) => isMatch(item, search));
  const wanted = folded(search.trim());
  const rankOf = ({ title }: T): number => {
    const name = folded(title);
    if (name.startsWith(wanted)) return 0;
    return ` ${name.replace(/[^\p{L}\p{N}]+/gu, ' ')}`.includes(` ${wanted}`) ? 1 : 2;
  };
  // The sort is stable, so items of the same rank keep their order.
  return { best: found.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, limit), total: found.length };
}

function wordsOf(search: string): string[] {
  return folded(search).split(/\s+/).filter(Boolean);
}
