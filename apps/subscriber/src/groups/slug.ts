/** The length limit of a slug that is made from a name; a given slug may have 63 characters. */
const LONGEST = 60;
const NOTHING_LEFT = 'group';

/** Latin letters that NFKD does not decompose. */
const spelledOut: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ĸ: 'k',
  ə: 'e',
};
const letters = new RegExp(`[${Object.keys(spelledOut).join('')}]`, 'g');

/**
 * Makes a slug of a name: decomposes it (NFKD, UAX #15), drops marks, makes it lower case, replaces everything else by
 * hyphens, and cuts it to 60 characters. A name without Latin letters or digits becomes `group`.
 */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(letters, (letter) => spelledOut[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '');
  return cut(plain, LONGEST) || NOTHING_LEFT;
}

/** The name's slug if it is free, else the slug with the lowest number from 2 that makes it free. */
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
