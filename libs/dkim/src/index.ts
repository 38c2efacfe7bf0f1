export { BodyHash, type CanonicalPart, canonicalPart } from './body-hash';
export { newSigningKey, parseSigningKey, type SigningKey } from './keys';
export { dkimRecord, isRecordOf } from './record';
export { signMessage } from './sign-message';
export { headerFields, signatureFields } from './signature';
export { parseTags } from './tags';
