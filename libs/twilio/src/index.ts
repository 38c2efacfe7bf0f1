export { twilioCodes } from './codes/classify';
export type { CodeRule } from './codes/code-rule';
export { type MessageReport, messageReport } from './message-words';
export { type SignedRequest, checkBodySignature, checkSignature } from './signature/check-signature';
export { type Fields, signatureOf } from './signature/signature-of';
