import { type Attachment, mediaPath } from '@carillon/contracts';
import { isLoopback } from '@carillon/http-client';
import { fault } from './fault';
import { isTwilio } from './twilio-variables';

interface Servers {
  /** The URL of the gateway, as Twilio reaches it. */
  publicUrl: string;
  /** The URL of Twilio's API. */
  apiUrl: string;
}

/**
 * The parameter for the file of a message, which Twilio downloads from the gateway. Null: the message has no file. Twilio
 * can't reach a gateway with a loopback address. The sandbox can.
 */
export function mediaTerms(
  file: Attachment | undefined,
  { publicUrl, apiUrl }: Servers,
): { mediaUrl: string[] } | ReturnType<typeof fault> | null {
  if (!file) return null;
  if (isTwilio(new URL(apiUrl).hostname) && isLoopback(publicUrl)) return fault('MEDIA_UNREACHABLE');
  return { mediaUrl: [publicUrl + mediaPath(file)] };
}
