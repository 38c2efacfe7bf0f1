export { consentFields, consentIssues, consentLimits, readConsent } from './given-consent';
export {
  type OwnWords,
  type Reply,
  distinctWords,
  ownWordIssues,
  ownWordLimits,
  readReply,
} from './consent-words';
export * from './people-file';
export { parseForeignJson, parseJson } from './parse-json';
export {
  extraDataIssues,
  extraDataLimits,
  isLongerThan,
  isRecord,
  issue,
  joined,
  keyIssues,
  readChannel,
  readExtraData,
  unfitCharacters,
  within,
} from './rules';
export { readTime } from './time';
