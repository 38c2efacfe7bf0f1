import { type Language, languages } from '@carillon/contracts';
import type { Variables } from './look-up';

/**
 * The system key of a recipient's language. Callers who pick variables by keys request it, and get a `Language` or
 * nothing. Templates can't use it.
 */
export const LANGUAGE = 'carillon.language';

/**
 * The system key of a recipient's locale: a tag, or an empty text if it is unknown. A campaign with translations requests
 * it. Templates can't use it.
 */
export const LOCALE = 'carillon.locale';

/**
 * The fields of a person's data that may contain a language, in any letter case; the first supported language counts.
 */
const fields = [LANGUAGE, 'language', 'lang', 'locale', 'sprache'];
const localeFields = [LOCALE, ...fields];
const lengths = new Set(localeFields.map((field) => field.length));

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
  return firstRead(data, fields, readLanguage);
}

/** The tag of the language in a person's data, such as `pt-BR`; undefined if there is none. */
export function localeOf(data: Variables): string | undefined {
  return firstRead(data, localeFields, readLocale);
}

/** What `read` returns for the first of these fields, in any letter case, that it can read. */
function firstRead<T>(
  data: Variables,
  names: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  let best = names.length;
  let found: T | undefined;
  for (const key of Object.keys(data)) {
    if (!lengths.has(key.length)) continue;
    const rank = names.indexOf(key.toLowerCase());
    if (rank < 0 || rank >= best) continue;
    const value = read(data[key]);
    if (value === undefined) continue;
    [best, found] = [rank, value];
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

/**
 * Parses a tag of a language, a script, and a region, as programs write them (`pt_BR.UTF-8`), or the English or German name
 * of a language. Returns the canonical tag. Undefined: it is neither.
 */
function readLocale(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim().toLowerCase();
  const [tag] = /^[a-z]{2,3}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?(?=$|[-_.@])/.exec(text) ?? [];
  return tag === undefined ? tagsByName().get(text) : canonicalTag(tag.replaceAll('_', '-'));
}

/** The canonical form of a BCP 47 tag, such as `pt-BR` for `pt-br`. Undefined: it isn't a tag. */
export function canonicalTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** All languages that have a tag of two letters, by their English and German names. */
let byName: ReadonlyMap<string, string> | undefined;
function tagsByName(): ReadonlyMap<string, string> {
  if (byName) return byName;
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  const tags = letters.flatMap((first) => letters.map((second) => first + second));
  byName = new Map(
    languages.flatMap((inLanguage) => {
      const display = new Intl.DisplayNames(inLanguage, { type: 'language', fallback: 'none' });
      return tags.flatMap((tag) => {
        const name = display.of(tag);
        return name === undefined ? [] : [[name.toLowerCase(), canonicalTag(tag) ?? tag] as const];
      });
    }),
  );
  return byName;
}

/** Norwegian has one tag for both of its written forms, and most texts are in the first one. */
const related: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', no: 'nb' };

/**
 * The one of these tags that fits a locale best: the same, or that of its language and script, or that of its language, as
 * in RFC 4647 (lookup). A region implies a script: `zh-TW` fits `zh-Hant`. Null: none fits.
 */
function fittingTag(tags: readonly string[], locale: string | undefined): string | null {
  if (locale === undefined) return null;
  const { language, script, region } = new Intl.Locale(locale);
  const { script: implied } = new Intl.Locale(locale).maximize();
  const inOrder = [
    [language, script, region],
    [language, region],
    [language, script ?? implied],
    [language],
    [related[language]],
  ].map((parts) => parts.filter(Boolean).join('-'));
  return inOrder.find((tag) => tags.includes(tag)) ?? null;
}

/** The translation that a person with this data gets. Null: none, so the person gets the texts for everyone. */
export function translationFor(
  content: { translations?: Readonly<Record<string, unknown>> },
  data: Variables,
): string | null {
  const { translations } = content;
  return translations ? fittingTag(Object.keys(translations), localeOf(data)) : null;
}

/** The link to a page in this language. Without a language, the page uses the browser's language. */
export function linkInLanguage(url: string, language: Language | undefined): string {
  return language === undefined ? url : `${url}?${LANGUAGE_PARAMETER}=${language}`;
}
