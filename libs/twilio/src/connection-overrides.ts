/**
 * What a callback's URL ends with so that Twilio calls again, up to five times, when the call failed or was answered with an
 * error: it does not by itself. https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
 */
export const CALLED_AGAIN = '#rc=5&rp=all';
