import { parseEmail, type ParsedEmail } from './parse-email';
import { parsePhone, type ParsedPhone } from './parse-phone';

export type ParsedAddress = ParsedEmail | ParsedPhone;

/** What the channel calls an address, in its canonical form: an email for EMAIL, a phone number for the other two. */
export function parseAddress(channel: 'EMAIL' | 'WHATSAPP' | 'SMS', raw: string): ParsedAddress {
  return channel === 'EMAIL' ? parseEmail(raw) : parsePhone(raw);
}
