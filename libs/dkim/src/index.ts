export { BodyHash, type CanonicalPart, canonicalPart } from './body-hash';
export { newSigningKey, parseSigningKey, type SigningKey } from './keys';
export { dkimRecord, isRecordOf } from './record';
export { type HeaderField, signatureFields } from './signature';
export { parseTags } from './tags';
