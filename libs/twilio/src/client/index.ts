export { campaignTerms } from './campaign-terms';
export { asCheck } from './judge';
export { fault } from './fault';
export { mediaTerms } from './media-terms';
export { type AccountSettings, type TwilioAccount, twilioAccount } from './twilio-account';
export { TwilioClient } from './twilio-client';
export { twilioApiUrl } from './twilio-variables';
