/**
 * The fragment at the end of a callback URL by which Twilio repeats a failed call, up to five times; by default it does
 * not. https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
 */
export const CALLED_AGAIN = '#rc=5&rp=all';
