export { networkOf, plainAddress } from './network';
export { parseAddress, type ParsedAddress } from './parse-address';
export { parseEmail, parseRecipientEmail, type ParsedEmail } from './parse-email';
export {
  isPhoneCountry,
  parsePhone,
  type ParsedPhone,
  type PhoneCountry,
  phoneCountries,
} from './parse-phone';
export { countryOf } from './phone-country';
export { isPublicAddress } from './public-address';
export { type NameServer, publicLookup } from './public-lookup';
