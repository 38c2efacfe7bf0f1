import { withPlainLetters } from '../fold';

/**
 * Scripts whose words are not, or not reliably, separated by spaces: each of their letters is a word in the grammar.
 */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/gu;
/**
 * Accents of Latin, Greek, and Cyrillic letters, and vowel points of Hebrew and Arabic. Vowel signs of other scripts
 * are letters.
 */
const accents = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g;
/** Cyrillic letters that look like Latin letters (Unicode UTS 39, confusables), for words that mix both. */
const lookalikes: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    в: 'b',
    с: 'c',
    е: 'e',
    н: 'h',
    і: 'i',
    ј: 'j',
    к: 'k',
    м: 'm',
    о: 'o',
    р: 'p',
    ѕ: 's',
    т: 't',
    у: 'y',
    х: 'x',
  },
};

/**
 * Normalizes case, accents, width, letter forms, and punctuation: words with one space between them. Apostrophes in
 * English contractions are removed ("don't" becomes `dont`), others separate words ("d'accord" becomes `d accord`). Not
 * `folded`, which drops all marks: without vowel signs, words of Indic scripts and Thai change.
 */
export function fold(text: string): string {
  return withPlainLetters(
    text
      .replace(/\u{1f6d1}/gu, ' stop ')
      .normalize('NFKD')
      .replace(accents, '')
      .normalize('NFC')
      .toLowerCase(),
  )
    .replace(/[’ʼ´`‘]/g, "'")
    .replace(/(?<=\p{L})'(?=(?:t|s|d|m|ll|re|ve)(?!\p{L}))/gu, '')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/ک/g, 'ك')
    .replace(/ی/g, 'ي')
    .replace(unspaced, ' $& ')
    .replace(/[\p{P}\p{S}\p{Z}\s\p{Cf}\p{Emoji_Modifier}\ufe0f]+/gu, ' ')
    .trim()
    .replace(/[\p{L}\p{N}]+/gu, (word) =>
      /\p{Script=Latin}/u.test(word) && /\p{Script=Cyrillic}/u.test(word)
        ? word.replace(/\p{Script=Cyrillic}/gu, (letter) => lookalikes[letter] ?? letter)
        : word,
    );
}
