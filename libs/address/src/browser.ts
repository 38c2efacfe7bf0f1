/** The part of this library that also runs in browsers. */
export { parseAddress, type ParsedAddress } from './parse-address';
export {
  isPhoneCountry,
  parsePhone,
  type ParsedPhone,
  type PhoneCountry,
  phoneCountries,
} from './parse-phone';
