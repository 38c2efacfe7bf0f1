/** Letters that Unicode does not decompose, with their ASCII spellings: Unicode CLDR, transforms/Latin-ASCII. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  ə: 'e',
};
const letters = new RegExp(`[${Object.keys(plain).join('')}]`, 'g');
const ascii = /^[\0-\x7f]*$/;

/** A lowercase text with the ASCII spellings of these letters. */
export function withPlainLetters(text: string): string {
  return text.replace(letters, (letter) => plain[letter] ?? letter);
}

/** A text for comparisons that ignore case and accents: `Große Łódź` becomes `grosse lodz`. */
export function folded(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return withPlainLetters(
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase(),
  );
}
