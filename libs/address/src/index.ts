export { networkOf, plainAddress } from './network';
export { parseAddress, type ParsedAddress } from './parse-address';
export { domainOf, parseEmail, parseRecipientEmail, type ParsedEmail } from './parse-email';
export {
  countryOf,
  isPhoneCountry,
  parsePhone,
  type ParsedPhone,
  type PhoneCountry,
  phoneCountries,
} from './parse-phone';
export { isPublicAddress } from './public-address';
export { type NameServer, publicLookup } from './public-lookup';
