import { LANGUAGE, languageOf, linkInLanguage, readLanguage } from './recipient-language';

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
