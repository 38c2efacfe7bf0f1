import { folded } from '@carillon/input/fold';

/** The length limit of a slug that is derived from a name. A given slug can have 63 characters. */
const LONGEST = 60;
const NOTHING_LEFT = 'group';

/**
 * Creates a slug from a name: decomposes it (NFKD, UAX #15), removes marks, converts it to lowercase, replaces
 * everything else with hyphens, and cuts it to 60 characters. A name without Latin letters or digits becomes `group`.
 */
export function slugOf(name: string): string {
  const plain = folded(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '');
  return cut(plain, LONGEST) || NOTHING_LEFT;
}

/** The name's slug if it is unused, otherwise the slug with the lowest number from 2 that makes it unique. */
export function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(name);
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number++) {
    const ending = `-${number}`;
    const numbered = cut(slug, LONGEST - ending.length) + ending;
    if (!taken.has(numbered)) return numbered;
  }
}

function cut(slug: string, length: number): string {
  return slug.slice(0, length).replace(/-+$/, '');
}
