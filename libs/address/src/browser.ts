/** The part that runs in browsers, too. */
export { parseAddress, type ParsedAddress } from './parse-address';
export {
  isPhoneCountry,
  parsePhone,
  type ParsedPhone,
  type PhoneCountry,
  phoneCountries,
} from './parse-phone';
