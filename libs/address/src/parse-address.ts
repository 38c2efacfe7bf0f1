import { type Channel, channelRow } from '@carillon/contracts';
import { parseEmail, type ParsedEmail } from './parse-email';
import { parsePhone, type ParsedPhone, type PhoneCountry } from './parse-phone';

export type ParsedAddress = ParsedEmail | ParsedPhone;

/**
 * What the channel calls an address, in its canonical form: an email or a phone number.
 * @param defaultCountry the country of phone numbers without a country code; absent: they are refused
 */
export function parseAddress(channel: Channel, raw: string, defaultCountry?: PhoneCountry): ParsedAddress {
  return channelRow(channel).address === 'email' ? parseEmail(raw) : parsePhone(raw, defaultCountry);
}
