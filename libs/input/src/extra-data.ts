import { type Finding, finding, joined } from './finding';
import { isRecord } from './record';
import { isLongerThan, unfitCharacters } from './text';

/** What extra data may be: bytes as JSON, levels, keys of an object, characters of a key. */
export const extraDataLimits = { bytes: 16 * 1024, depth: 5, keys: 100, key: 64 } as const;

/** What is wrong with free-form facts about a subscriber: an object of limited size, depth and number of keys. */
export function extraDataFindings(value: unknown): Finding[] {
  const { bytes } = extraDataLimits;
  if (!isRecord(value)) return finding('wrong_type', 'This must be an object');
  if (Buffer.byteLength(JSON.stringify(value)) > bytes) {
    return finding('too_big', `This may have at most ${bytes} bytes as JSON`);
  }
  return inside(value, '', 1);
}

function inside(value: unknown, at: string, depth: number): Finding[] {
  if (typeof value === 'string') return unfitCharacters(value, false, at);
  if (typeof value !== 'object' || value === null) return [];
  const { depth: levels, keys } = extraDataLimits;
  if (depth > levels) return finding('too_big', `This may be nested at most ${levels} levels deep`, at);
  if (Array.isArray(value))
    return value.flatMap((item, index) => inside(item, joined(at, String(index)), depth + 1));
  const members = Object.entries(value);
  if (members.length > keys) return finding('too_many', `An object may have at most ${keys} keys`, at);
  return members.flatMap(([key, member]) => {
    const wrongKey = keyFindings(key, at);
    return wrongKey.length > 0 ? wrongKey : inside(member, joined(at, key), depth + 1);
  });
}

/** A key that is wrong is not repeated in the answer: it is named by the object that has it. */
export function keyFindings(key: string, at = ''): Finding[] {
  if (key === '') return finding('too_short', 'A key must not be empty', at);
  if (isLongerThan(key, extraDataLimits.key))
    return finding('too_long', `A key may have at most ${extraDataLimits.key} characters`, at);
  return unfitCharacters(key, false, at);
}
