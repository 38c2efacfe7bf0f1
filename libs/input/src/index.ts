export { type OwnWords, distinctWords, ownWordIssues, ownWordLimits, readWord } from './consent-words';
export { consentFields, consentIssues, consentLimits, readConsent } from './given-consent';
export { parseJson } from './parse-json';
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
