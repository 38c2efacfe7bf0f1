import { type Attachment, mediaPath } from '@carillon/contracts';
import { fault } from './fault';
import { isTwilio } from './twilio-variables';

interface Servers {
  /** The URL of the gateway, as Twilio reaches it. */
  publicUrl: string;
  /** The URL of Twilio's API. */
  apiUrl: string;
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/**
 * The parameter for the file of a message, which Twilio downloads from the gateway. Null: the message has no file. Twilio
 * can't reach a gateway with a loopback address. The sandbox can.
 */
export function mediaTerms(
  file: Attachment | undefined,
  { publicUrl, apiUrl }: Servers,
): { mediaUrl: string[] } | ReturnType<typeof fault> | null {
  if (!file) return null;
  if (isTwilio(new URL(apiUrl).hostname) && loopback.test(new URL(publicUrl).hostname))
    return fault('MEDIA_UNREACHABLE');
  return { mediaUrl: [publicUrl + mediaPath(file)] };
}
