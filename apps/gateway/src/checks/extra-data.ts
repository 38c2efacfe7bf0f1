import { type Finding, type Rule, finding } from './rule';
import { joined } from './list';
import { isLongerThan, unfitCharacters } from './text';

const MAX_BYTES = 16 * 1024;
const MAX_DEPTH = 5;
const MAX_KEYS = 100;
const MAX_KEY = 64;

/** Free-form facts about a subscriber: an object of at most 16 KiB as JSON, 5 levels and 100 keys per object. */
export const extraData: Rule = (value) => {
  if (!isObject(value)) return finding('wrong_type', 'This must be an object');
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES) {
    return finding('too_big', `This may have at most ${MAX_BYTES} bytes as JSON`);
  }
  return inside(value, '', 1);
};

function inside(value: unknown, at: string, depth: number): Finding[] {
  if (typeof value === 'string') return unfitCharacters(value, false, at);
  if (typeof value !== 'object' || value === null) return [];
  if (depth > MAX_DEPTH) return finding('too_big', `This may be nested at most ${MAX_DEPTH} levels deep`, at);
  if (Array.isArray(value))
    return value.flatMap((item, index) => inside(item, joined(at, String(index)), depth + 1));
  const members = Object.entries(value);
  if (members.length > MAX_KEYS)
    return finding('too_many', `An object may have at most ${MAX_KEYS} keys`, at);
  return members.flatMap(([key, member]) => {
    const wrongKey = keyFindings(key, at);
    return wrongKey.length > 0 ? wrongKey : inside(member, joined(at, key), depth + 1);
  });
}

/** A key that is wrong is not repeated in the answer: it is named by the object that has it. */
function keyFindings(key: string, at: string): Finding[] {
  if (key === '') return finding('too_short', 'A key must not be empty', at);
  if (isLongerThan(key, MAX_KEY))
    return finding('too_long', `A key may have at most ${MAX_KEY} characters`, at);
  return unfitCharacters(key, false, at);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
