export { twilioCodes } from './codes/classify';
export type { CodeRule } from './codes/code-rule';
export { type MessageReport, messageReport } from './message-words';
export { type Fields, type SignedRequest, checkBodySignature, checkSignature } from './signature';
