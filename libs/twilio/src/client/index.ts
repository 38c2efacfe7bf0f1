export { asCheck, checkTimeoutMs } from './as-check';
export { campaignTerms } from './campaign-terms';
export { fault, textFault } from './text-fault';
export { type AccountSettings, type TwilioAccount, twilioAccount } from './twilio-account';
export { type OutgoingMessage, type Sent, TwilioClient } from './twilio-client';
export { twilioApiUrl } from './twilio-variables';
export type { Verdict } from './verdict';
