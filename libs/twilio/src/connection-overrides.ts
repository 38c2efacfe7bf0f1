/**
 * The fragment at the end of a callback URL that makes Twilio repeat a failed call up to five times; by default, Twilio
 * does not repeat calls.
 * https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
 */
export const CALLED_AGAIN = '#rc=5&rp=all';
