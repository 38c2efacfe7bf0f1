export { campaignTerms } from './campaign-terms';
export { type Verdict, asCheck, checkTimeoutMs } from './judge';
export { MOST_UNITS, fault, textFault } from './text-fault';
export { type AccountSettings, type TwilioAccount, twilioAccount } from './twilio-account';
export { type OutgoingMessage, type Sent, TwilioClient } from './twilio-client';
export { twilioApiUrl } from './twilio-variables';
