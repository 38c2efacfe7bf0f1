import { type Language, languages } from '@carillon/contracts';
import type { Variables } from './look-up';

/**
 * The system's key of a recipient's language: who picks variables by keys asks for it, and gets a `Language` or nothing. No template
 * can use it.
 */
export const LANGUAGE = 'carillon.language';

/** The fields of a person's data that name a language, in any letter case; the first that names one of ours decides. */
const fields = [LANGUAGE, 'language', 'lang', 'locale', 'sprache'];
const lengths = new Set(fields.map((field) => field.length));

/** The query parameter by which a link says the language of its page. */
export const LANGUAGE_PARAMETER = 'lang';

/** The names of our languages in each of them, such as German and Deutsch. */
const names = new Map(
  languages.flatMap((inLanguage) => {
    const display = new Intl.DisplayNames(inLanguage, { type: 'language' });
    return languages.map((language) => [(display.of(language) ?? language).toLowerCase(), language] as const);
  }),
);

/** The language that a person's data name; undefined if they name none of ours. */
export function languageOf(data: Variables): Language | undefined {
  let best = fields.length;
  let found: Language | undefined;
  for (const key of Object.keys(data)) {
    if (!lengths.has(key.length)) continue;
    const rank = fields.indexOf(key.toLowerCase());
    if (rank < 0 || rank >= best) continue;
    const language = readLanguage(data[key]);
    if (language === undefined) continue;
    [best, found] = [rank, language];
  }
  return found;
}

/**
 * Reads a language tag of BCP 47 (`de`, `de-AT`, and `DE_ch` and `de_DE.UTF-8`, as programs write them) or a name (`German`, `Deutsch`).
 * Undefined: it is none of ours.
 */
export function readLanguage(value: unknown): Language | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim().toLowerCase();
  const [tag] = /^[a-z]{2,3}(?=$|[-_.@])/.exec(text) ?? [];
  return languages.find((language) => language === tag) ?? names.get(text);
}

/** The link to a page in this language; without one the page follows its reader's browser. */
export function linkInLanguage(url: string, language: Language | undefined): string {
  return language === undefined ? url : `${url}?${LANGUAGE_PARAMETER}=${language}`;
}
