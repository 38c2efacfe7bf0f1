import { type Channel, channelRow } from '@carillon/contracts';
import { parseEmail, type ParsedEmail } from './parse-email';
import { parsePhone, type ParsedPhone } from './parse-phone';

export type ParsedAddress = ParsedEmail | ParsedPhone;

/** What the channel calls an address, in its canonical form: an email or a phone number. */
export function parseAddress(channel: Channel, raw: string): ParsedAddress {
  return channelRow(channel).address === 'email' ? parseEmail(raw) : parsePhone(raw);
}
