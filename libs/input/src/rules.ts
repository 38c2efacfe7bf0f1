import { Buffer } from 'node:buffer';
import { type Channel, type FieldCode, type FieldError, channels } from '@carillon/contracts';

/**
 * Rules for input from HTTP requests and from files. An issue names its field relative to the value:
 * `` for the value itself, or `a.0` for a part of it.
 */

/** Returns one issue of a value. Never contains the value. */
export const issue = (code: FieldCode, detail: string, field = ''): FieldError[] => [{ field, code, detail }];

/** Joins two field paths with a dot. */
export function joined(outer: string, inner: string): string {
  return outer === '' || inner === '' ? outer + inner : `${outer}.${inner}`;
}

/** Returns the issues with their fields prefixed by `path`. */
export function within(path: string, issues: readonly FieldError[]): FieldError[] {
  return issues.map((each) => ({ ...each, field: joined(path, each.field) }));
}

/** Whether the value is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Without the u flag, no letter beyond ASCII matches these names.
const channelForms = channels.map((channel) => [channel, new RegExp(`^${channel}$`, 'i')] as const);

/** Returns the channel with this name, in any letter case; undefined if there is none. */
export function readChannel(value: unknown): Channel | undefined {
  if (typeof value !== 'string') return undefined;
  return channels.find((name) => name === value) ?? channelForms.find(([, form]) => form.test(value))?.[0];
}

/** C0 and C1 controls and DEL: all of Unicode's category Cc. */
const controls = /\p{Cc}/u;
/** Controls other than TAB, LF, and CR, for multi-line texts. */
const controlsButLineBreaks = /(?![\t\n\r])\p{Cc}/u;

/** Most texts, recognized with one check. */
const printableAscii = /^[ -~]*$/;

/**
 * NUL and lone surrogates cannot be stored and sent everywhere; a line of text must not contain other controls either.
 */
export function unfitCharacters(value: string, lines = false): FieldError[] {
  if (printableAscii.test(value)) return [];
  if (value.includes('\0') || !value.isWellFormed()) {
    return issue('invalid_text', 'NUL and unpaired surrogates are not allowed');
  }
  const unwanted = lines ? controlsButLineBreaks : controls;
  return unwanted.test(value) ? issue('control_character', 'Control characters are not allowed') : [];
}

/** Counts code points only if necessary: a code point is one or two units. */
export function isLongerThan(value: string, max: number): boolean {
  if (value.length <= max) return false;
  if (value.length > 2 * max) return true;
  return Array.from(value).length > max;
}

/** Limits of extra data: bytes as JSON, levels, keys of an object, characters of a key. */
export const extraDataLimits = { bytes: 16 * 1024, depth: 5, keys: 100, key: 64 } as const;

/** Returns the issues of extra data about a subscriber: an object with a limited size, depth, and number of keys. */
export function extraDataIssues(value: unknown): FieldError[] {
  return readExtraData(value).issues;
}

/** Returns the issues of extra data, and its JSON text if it has none. */
export function readExtraData(value: unknown): { text: string; issues: FieldError[] } {
  const { bytes } = extraDataLimits;
  if (!isRecord(value)) return { text: '', issues: issue('wrong_type', 'Must be an object') };
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > bytes) {
    return { text: '', issues: issue('too_big', `Must have at most ${bytes} bytes as JSON`) };
  }
  return { text, issues: issuesInside(value, 1) };
}

function issuesInside(value: unknown, depth: number): FieldError[] {
  if (typeof value === 'string') return unfitCharacters(value);
  if (typeof value !== 'object' || value === null) return [];
  const { depth: levels, keys } = extraDataLimits;
  if (depth > levels) return issue('too_big', `Must be nested at most ${levels} levels deep`);
  const names = Object.keys(value);
  if (!Array.isArray(value) && names.length > keys)
    return issue('too_many', `An object can have at most ${keys} keys`);
  const issues: FieldError[] = [];
  for (const name of names) {
    const wrongKey = Array.isArray(value) ? [] : keyIssues(name);
    const found = wrongKey.length > 0 ? [] : issuesInside(Reflect.get(value, name), depth + 1);
    if (wrongKey.length + found.length > 0) issues.push(...wrongKey, ...within(name, found));
  }
  return issues;
}

/** An invalid key is not repeated in the response: the issue names the object that contains it. */
export function keyIssues(key: string): FieldError[] {
  if (key === '') return issue('too_short', 'A key must not be empty');
  if (isLongerThan(key, extraDataLimits.key))
    return issue('too_long', `A key can have at most ${extraDataLimits.key} characters`);
  return unfitCharacters(key);
}
