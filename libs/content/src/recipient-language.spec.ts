import {
  LANGUAGE,
  LOCALE,
  languageOf,
  linkInLanguage,
  localeOf,
  readLanguage,
  translationFor,
} from './recipient-language';

describe('the language of a recipient', () => {
  it.each([
    ['de', 'de'],
    ['DE', 'de'],
    ['de-AT', 'de'],
    ['DE_ch', 'de'],
    ['de-Latn-DE-1996', 'de'],
    ['de_DE.UTF-8', 'de'],
    ['de@euro', 'de'],
    [' de ', 'de'],
    ['German', 'de'],
    ['deutsch', 'de'],
    ['en', 'en'],
    ['en-GB', 'en'],
    ['en_US', 'en'],
    ['English', 'en'],
    ['ENGLISCH', 'en'],
    ['fr', undefined],
    ['gsw-CH', undefined],
    ['den', undefined],
    ['de la Cruz', undefined],
    ['Dennis', undefined],
    ['Denmark', undefined],
    ['', undefined],
    ['-de', undefined],
    ['toString', undefined],
    [1, undefined],
    [null, undefined],
    [['de'], undefined],
    [{ de: true }, undefined],
  ])('as %j is %s', (value, language) => {
    expect(readLanguage(value)).toBe(language);
    expect(languageOf({ language: value })).toBe(language);
  });

  it.each([
    [{}, undefined],
    [{ name: 'Deutsch' }, undefined],
    [{ language: 'de' }, 'de'],
    [{ Language: 'de' }, 'de'],
    [{ LANG: 'de-AT' }, 'de'],
    [{ locale: 'de_CH' }, 'de'],
    [{ Sprache: 'Deutsch' }, 'de'],
    [{ [LANGUAGE]: 'de' }, 'de'],
    [{ languages: 'de', speech: 'de', localE2: 'de' }, undefined],
    // The first field decides, regardless of its position.
    [{ sprache: 'Englisch', locale: 'en', lang: 'en', language: 'de' }, 'de'],
    [{ Language: 'en', LANGUAGE: 'de' }, 'en'],
    // An unsupported language is ignored.
    [{ language: 'fr', locale: 'de_DE' }, 'de'],
    [{ language: '', sprache: 'de' }, 'de'],
    [{ profile: { language: 'de' } }, undefined],
  ])('in %j is %s', (data, language) => {
    expect(languageOf(data)).toBe(language);
  });

  it('is not inherited', () => {
    expect(languageOf(Object.create({ language: 'de' }) as Record<string, unknown>)).toBeUndefined();
  });

  it('is part of a link only if it is known', () => {
    expect(linkInLanguage('https://x.example/u/1', undefined)).toBe('https://x.example/u/1');
    expect(linkInLanguage('https://x.example/u/1', 'de')).toBe('https://x.example/u/1?lang=de');
  });
});

describe('the locale of a recipient', () => {
  it.each([
    ['de', 'de'],
    ['DE_at', 'de-AT'],
    ['pt_BR.UTF-8', 'pt-BR'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['es-419', 'es-419'],
    ['de-Latn-DE-1996', 'de-Latn-DE'],
    ['iw', 'he'],
    ['gsw', 'gsw'],
    ['French', 'fr'],
    ['französisch', 'fr'],
    ['Polnisch', 'pl'],
    ['', undefined],
    ['Dennis', undefined],
    ['de la Cruz', undefined],
    ['-de', undefined],
    [7, undefined],
    [['de'], undefined],
  ])('as %j is %s', (value, locale) => {
    expect(localeOf({ language: value })).toBe(locale);
  });

  it.each([
    [{}, undefined],
    [{ [LOCALE]: 'fr', language: 'de' }, 'fr'],
    [{ Sprache: 'Italienisch', LANG: '' }, 'it'],
    [{ locale: 'pt-BR', language: 'unknown language' }, 'pt-BR'],
    [{ name: 'French' }, undefined],
  ])('in %j is %s', (data, locale) => {
    expect(localeOf(data)).toBe(locale);
  });

  it.each([
    ['de-AT', ['de', 'fr'], 'de'],
    ['de-AT', ['de', 'de-AT'], 'de-AT'],
    ['de', ['de-AT'], null],
    ['zh-Hant-TW', ['zh', 'zh-Hant'], 'zh-Hant'],
    ['zh-TW', ['zh', 'zh-Hans', 'zh-Hant'], 'zh-Hant'],
    ['zh', ['zh-Hant', 'zh-Hans'], 'zh-Hans'],
    ['sr-Latn-RS', ['sr-Cyrl', 'sr'], 'sr'],
    ['es-MX', ['es-ES', 'es-419', 'es'], 'es'],
    ['nb-NO', ['no'], 'no'],
    ['no', ['nb'], 'nb'],
    ['pt-PT', ['pt-BR'], null],
    ['en', ['de'], null],
    ['unknown language', ['de'], null],
  ])('%s selects among %j the translation %s', (language, tags, tag) => {
    const translations = Object.fromEntries(tags.map((each) => [each, {}]));
    expect(translationFor({ translations }, { language })).toBe(tag);
  });

  it('selects no translation if there is none, or none with a name of objects', () => {
    expect(translationFor({}, { language: 'de' })).toBeNull();
    expect(translationFor({ translations: {} }, { language: 'constructor' })).toBeNull();
  });
});
