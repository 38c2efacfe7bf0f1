export { consentFields, consentIssues, consentLimits, readConsent } from './consent';
export {
  type AccountKeywords,
  type Reply,
  distinctKeywords,
  accountKeywordIssues,
  accountKeywordLimits,
  readReply,
} from './consent-keywords';
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
export { segmentIssues, segmentLimits } from './segment';
export { readTime } from './time';
