import { countryOf } from './country-here';

describe('the country of a reader', () => {
  it.each([
    ['Europe/Berlin', ['en-GB'], 'DE'],
    ['Europe/Vienna', ['de'], 'AT'],
    ['America/New_York', ['es-MX', 'en-US'], 'US'],
    ['UTC', ['pt-BR', 'en'], 'BR'],
    ['UTC', ['de'], 'DE'],
  ])('is that of the time zone, or else of the languages: %s, %s', (timeZone, languages, country) => {
    expect(countryOf(timeZone, languages)).toBe(country);
  });
});
