export { networkOf, plainAddress } from './network';
export { parseAddress, type ParsedAddress } from './parse-address';
export { parseEmail, type ParsedEmail } from './parse-email';
export { parsePhone, type ParsedPhone } from './parse-phone';
export { isPublicAddress } from './public-address';
export { type NameServer, publicLookup } from './public-lookup';
