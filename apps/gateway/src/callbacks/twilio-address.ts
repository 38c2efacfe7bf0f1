import { parsePhone } from '@carillon/address';
import type { Channel } from '@carillon/contracts';

/** How Twilio writes the addresses of a channel. https://www.twilio.com/docs/whatsapp/api#using-phone-numbers-with-whatsapp */
const WHATSAPP = 'whatsapp:';

/** The channel that an address of Twilio's belongs to. */
export function channelOf(address: string): Channel {
  return address.startsWith(WHATSAPP) ? 'WHATSAPP' : 'SMS';
}

/** Longer than any number, short code or name that messages are sent from. */
const LONGEST = 64;

/** Who sent to a person, or was written to by one, without the prefix; null: nobody can be called so. */
export function senderOf(address: string): string | null {
  const sender = bare(address);
  return sender === '' || sender.length > LONGEST ? null : sender;
}

/** The canonical form of a person's address; null: it is no phone number, as with short codes. */
export function personOf(address: string): string | null {
  const parsed = parsePhone(bare(address));
  return parsed.ok ? parsed.address : null;
}

function bare(address: string): string {
  return address.startsWith(WHATSAPP) ? address.slice(WHATSAPP.length) : address;
}
