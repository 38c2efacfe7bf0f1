import { getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { countryOf } from './phone-country';

describe('countryOf', () => {
  it.each([
    ['a country with its own calling code', '+4915112345678', 'DE'],
    ['the United States', '+12125550123', 'US'],
    ['Canada, by the area code', '+14165550123', 'CA'],
    ['Jamaica, by the area code', '+18765550123', 'JM'],
    ['Kazakhstan, which shares a calling code', '+77012345678', 'KZ'],
    ['Russia', '+79161234567', 'RU'],
    ['Guernsey, which shares a calling code', '+447781123456', 'GG'],
    ['a code that is the beginning of no other one', '+35312345678', 'IE'],
    ['a satellite phone', '+881612345678', null],
    ['no number', '', null],
  ])('finds %s', (_, address, country) => {
    expect(countryOf(address)).toBe(country);
  });

  it('agrees with libphonenumber about a mobile number of every country', () => {
    const numbers = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []);
    expect(numbers.length).toBeGreaterThan(200);
    for (const { number } of numbers) {
      const { country = null } = parsePhoneNumberFromString(number) ?? {};
      expect([number, countryOf(number)]).toEqual([number, country]);
    }
  });
});
