const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
/** Languages whose texts differ by script or region. */
const variants = [
  'de-AT',
  'de-CH',
  'en-GB',
  'en-US',
  'es-419',
  'fr-CA',
  'pt-BR',
  'pt-PT',
  'zh-Hans',
  'zh-Hant',
];

/** A language that a campaign can be translated into. */
export interface TextLanguage {
  /** Its BCP 47 tag. */
  tag: string;
  name: string;
}

/** The name of a language: `pt-BR` and `pt_BR` are Portuguese (Brazil). Any other text stays as it is. */
export function languageName(tag: string, locale: string): string {
  const names = new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' });
  try {
    return names.of(tag.replaceAll('_', '-')) ?? tag;
  } catch {
    return tag;
  }
}

/** All languages that have a tag of two letters, with those variants, by name. */
export function allLanguages(locale: string): TextLanguage[] {
  const names = new Intl.DisplayNames(locale, {
    ...{ type: 'language', languageDisplay: 'standard', fallback: 'none' },
  } as const);
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  const tags = [...pairs, ...variants].filter((tag) => Intl.getCanonicalLocales(tag)[0] === tag);
  return tags
    .flatMap((tag) => {
      const name = names.of(tag);
      return name === undefined ? [] : [{ tag, name }];
    })
    .sort((a, b) => a.name.localeCompare(b.name, locale));
}
