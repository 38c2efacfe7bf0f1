export { InboundCallback, StatusCallback, bodyHash } from './callback-forms';
export { twilioCallbacks, twilioSignature } from './callbacks';
export { type CodeRule, twilioCodes } from './codes/twilio-codes';
export { type MessageReport, messageReport } from './message-status';
export { type Fields, type SignedRequest, checkBodySignature, checkSignature } from './signature';
