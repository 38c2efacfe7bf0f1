export { type OutgoingMessage, type Sent, TwilioClient } from './twilio-client';
export { type TwilioAccount, twilioAccount } from './twilio-account';
export type { Verdict } from './verdict';
