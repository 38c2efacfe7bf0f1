import { allLanguages, languageName } from './language-names';

it('are named in the language of the console, and sorted by name', () => {
  expect(languageName('pt-BR', 'en')).toBe('Portuguese (Brazil)');
  expect(languageName('pt_BR', 'en')).toBe('Portuguese (Brazil)');
  expect(languageName('not a language', 'en')).toBe('not a language');
  expect(languageName('de', 'de')).toBe('Deutsch');
  const english = allLanguages('en');
  expect(english.slice(0, 2)).toEqual([
    { tag: 'ab', name: 'Abkhazian' },
    { tag: 'aa', name: 'Afar' },
  ]);
  expect(english.length).toBeGreaterThan(150);
  expect(english.map(({ tag }) => tag)).toEqual(expect.arrayContaining(['de', 'de-AT', 'fr', 'zh-Hant']));
  // A tag that another one has replaced.
  expect(english.map(({ tag }) => tag)).not.toContain('iw');
  expect(allLanguages('de').find(({ tag }) => tag === 'fr')?.name).toBe('Französisch');
});
