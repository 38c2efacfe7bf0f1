import { languageFor } from './language';

describe('the language of a page', () => {
  it.each([
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['DE-de', 'de'],
    ['en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['en;q=0.5, de;q=0.7', 'de'],
    // Prefers French, then German over English.
    ['fr-CH, fr;q=0.9, de;q=0.8, en;q=0.7, *;q=0.5', 'de'],
    ['fr', 'en'],
    ['fr, *;q=0.1', 'en'],
    ['de;q=0', 'en'],
    ['de;q=0, en', 'en'],
    ['den', 'en'],
    ['', 'en'],
    [undefined, 'en'],
    ['de;q=nonsense', 'en'],
  ])('is the most preferred available one: %s', (header, language) => {
    expect(languageFor(header)).toBe(language);
  });
});
