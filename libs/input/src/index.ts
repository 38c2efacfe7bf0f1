export { readChannel } from './channel';
export { extraDataFindings, extraDataLimits, keyFindings } from './extra-data';
export { type Finding, finding, joined } from './finding';
export { parseJson } from './parse-json';
export { isRecord } from './record';
export { isLongerThan, unfitCharacters } from './text';
