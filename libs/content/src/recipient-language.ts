import { type Language, languages } from '@carillon/contracts';
import type { Variables } from './look-up';

/**
 * The system key of a recipient's language. Callers who pick variables by keys request it, and get a `Language` or
 * nothing. Templates can't use it.
 */
export const LANGUAGE = 'carillon.language';

/**
 * The fields of a person's data that may contain a language, in any letter case; the first supported language counts.
 */
const fields = [LANGUAGE, 'language', 'lang', 'locale', 'sprache'];
const lengths = new Set(fields.map((field) => field.length));

/** The query parameter for the language of a link's page. */
export const LANGUAGE_PARAMETER = 'lang';

/** The names of the supported languages in each supported language, such as German and Deutsch. */
const names = new Map(
  languages.flatMap((inLanguage) => {
    const display = new Intl.DisplayNames(inLanguage, { type: 'language' });
    return languages.map((language) => [(display.of(language) ?? language).toLowerCase(), language] as const);
  }),
);

/** The language in a person's data; undefined if it isn't supported. */
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
 * Parses a BCP 47 language tag (`de`, `de-AT`, and `DE_ch` and `de_DE.UTF-8`, as programs write them) or a name
 * (`German`, `Deutsch`). Undefined: unsupported.
 */
export function readLanguage(value: unknown): Language | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim().toLowerCase();
  const [tag] = /^[a-z]{2,3}(?=$|[-_.@])/.exec(text) ?? [];
  return languages.find((language) => language === tag) ?? names.get(text);
}

/** The link to a page in this language. Without a language, the page uses the browser's language. */
export function linkInLanguage(url: string, language: Language | undefined): string {
  return language === undefined ? url : `${url}?${LANGUAGE_PARAMETER}=${language}`;
}
