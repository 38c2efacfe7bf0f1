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
  unfitCharacters,
  within,
} from './rules';
