/** The longest slug that is made from a name; a given one may be 63. */
const LONGEST = 60;
const NOTHING_LEFT = 'group';

/** Latin letters that are no letter with a mark to NFKD. */
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
 * The slug that a name has by itself: compatibility forms taken apart (NFKD, UAX #15), marks off, lower case, anything
 * else a hyphen, at most 60 characters. A name in another script than Latin has none of its own: `group`.
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

/** The name's slug, or with the lowest number from 2 behind it that makes it one that is not taken. */
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
