import { parsePhone } from '@carillon/address';
import type { Channel } from '@carillon/contracts';

/** How Twilio writes the addresses of a channel. https://www.twilio.com/docs/whatsapp/api#using-phone-numbers-with-whatsapp */
const WHATSAPP = 'whatsapp:';

/** The channel that an address of Twilio's belongs to. */
export function channelOf(address: string): Channel {
  return address.startsWith(WHATSAPP) ? 'WHATSAPP' : 'SMS';
}

/** Without the prefix: a sender may be a number, a short code or a name. */
export function bare(address: string): string {
  return address.startsWith(WHATSAPP) ? address.slice(WHATSAPP.length) : address;
}

/** The canonical form of a person's address; null: it is no phone number, as with short codes. */
export function personOf(address: string): string | null {
  const parsed = parsePhone(bare(address));
  return parsed.ok ? parsed.address : null;
}
