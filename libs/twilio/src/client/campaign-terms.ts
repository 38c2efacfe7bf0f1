import { CALLED_AGAIN } from '../connection-overrides';

/** https://www.twilio.com/docs/api/errors/90007: whole seconds, ten hours at most. */
const LONGEST_VALIDITY_S = 36_000;

interface Terms {
  /** The URL of the gateway, as Twilio reaches it. */
  publicUrl: string;
  senderId: string;
  deliveryId: string;
  validForMs: number;
}

/**
 * The parameters of a campaign's message in addition to its content: its validity period, and the URL of its status
 * callbacks.
 */
export function campaignTerms({ publicUrl, senderId, deliveryId, validForMs }: Terms): {
  statusCallback: string;
  validityPeriod: number;
} {
  const callbacks = `${publicUrl}/api/v1/callbacks/twilio/${senderId}`;
  const seconds = Math.floor(validForMs / 1_000);
  return {
    statusCallback: `${callbacks}/status?delivery=${encodeURIComponent(deliveryId)}${CALLED_AGAIN}`,
    validityPeriod: Math.min(LONGEST_VALIDITY_S, Math.max(1, seconds)),
  };
}
