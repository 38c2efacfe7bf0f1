import { type Channel, channelRow } from '@carillon/contracts';
import { parseRecipientEmail, type ParsedEmail } from './parse-email';
import { parsePhone, type ParsedPhone, type PhoneCountry } from './parse-phone';

export type ParsedAddress = ParsedEmail | ParsedPhone;

/**
 * Parses an address of the channel, an email address or a phone number, and returns its canonical form.
 * @param defaultCountry the country of phone numbers without a country code; absent: they are rejected
 */
export function parseAddress(channel: Channel, raw: string, defaultCountry?: PhoneCountry): ParsedAddress {
  return channelRow(channel).address === 'email' ? parseRecipientEmail(raw) : parsePhone(raw, defaultCountry);
}
