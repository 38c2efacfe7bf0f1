import { AppError } from '@carillon/contracts';
import { endOfString, readByKeys } from './read-by-keys';

/** The limit of nesting of objects and arrays; a scalar is at depth 0. */
const MAX_DEPTH = 32;
/** Keys that careless code reads as something other than a member. */
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses a JSON text (RFC 8259) strictly, in linear time.
 *
 * @throws AppError `malformed_json`: not UTF-8, a byte order mark, not JSON, nested deeper than 32, a duplicate key, or
 * one that JavaScript treats specially. AppError `validation_failed`: a number that a double can't represent, such as
 * an ID of 19 digits (RFC 8259 §6), because its last digits would change silently.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const { text, value } = read(bytes);
  const changed = changedNumbers(text, value);
  if (changed.length > 0) throw numbersBeyondDouble(changed);
  return value;
}

/** Parses a JSON text from an external sender, whose numbers may be rounded. */
export function parseForeignJson(bytes: Uint8Array): unknown {
  return read(bytes).value;
}

function read(bytes: Uint8Array): { text: string; value: unknown } {
  const text = decode(bytes);
  const parsed = parse(text);
  const { members, escapes } = lookAtKeys(text);
  const value = escapes ? readByKeys(text, MAX_DEPTH) : parsed;
  const seen = { members: 0, changed: [] as string[] };
  walk(value, '', 0, seen);
  if (seen.members !== members) throw malformed('An object has a duplicate key');
  return { text, value };
}

/**
 * A number that a double may not represent exactly: it has many digits or an exponent. A string that looks like such a
 * number only costs time.
 */
const suspectNumber = /[\d.]{16}|\d[eE]/;

const number = /-?\d[\d.eE+-]*/y;

/** The paths of numbers that were changed by parsing. The text must be valid JSON, and the value its content. */
function changedNumbers(text: string, value: unknown): string[] {
  if (!suspectNumber.test(text)) return [];
  const changed = new Set<number>();
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) === QUOTE) {
      at = endOfString(text, at);
      continue;
    }
    number.lastIndex = at;
    const source = number.exec(text)?.[0];
    if (source === undefined) continue;
    if (isChanged(source, Number(source))) changed.add(Number(source));
    at += source.length - 1;
  }
  const seen = { members: 0, changed: [] as string[] };
  if (changed.size > 0) walk(value, '', 0, seen, changed);
  return seen.changed;
}

/** Programs write up to 17 digits of a double, while others write fewer: the last digits of a fraction can differ. */
const DIGITS_OF_DOUBLE = 17;

function isChanged(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return true;
  const digits = digitsOf(source);
  if (digits === digitsOf(String(value))) return false;
  return Number.isInteger(value) || digits.length > DIGITS_OF_DOUBLE;
}

/** The significant digits, without leading and trailing zeros. */
function digitsOf(number: string): string {
  const [mantissa = ''] = number.toLowerCase().split('e');
  const digits = mantissa.replace(/[-+.]/g, '');
  let [start, end] = [0, digits.length];
  while (start < end && digits[start] === '0') start++;
  while (end > start && digits[end - 1] === '0') end--;
  return digits.slice(start, end);
}

function decode(bytes: Uint8Array): string {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw malformed('The body is not valid UTF-8');
  }
  if (text.startsWith('\ufeff')) throw malformed('The body begins with a byte order mark');
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    const where = position === undefined ? '' : ` (position ${position})`;
    throw malformed(`The body is not valid JSON${where}`);
  }
}

/**
 * Counts members and finds forbidden keys and changed numbers; stops at the depth limit, so that it cannot overflow the
 * stack.
 */
function walk(
  value: unknown,
  path: string,
  depth: number,
  seen: { members: number; changed: string[] },
  changed: ReadonlySet<number> = new Set(),
): void {
  if (typeof value === 'number' && changed.has(value)) seen.changed.push(path);
  if (typeof value !== 'object' || value === null) return;
  if (depth === MAX_DEPTH) throw malformed(`The body is nested deeper than ${MAX_DEPTH}`);
  const prefix = path === '' ? '' : `${path}.`;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(item, `${prefix}${index}`, depth + 1, seen, changed);
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    if (forbiddenKeys.has(key)) throw malformed(`The key ${key} is not allowed`);
    seen.members += 1;
    walk(member, `${prefix}${key}`, depth + 1, seen, changed);
  }
}

const QUOTE = 0x22;
const COLON = 0x3a;

/**
 * Counts the members as written, by the colons outside of strings, and finds escapes in their keys. Fewer members in
 * the parsed value indicate a duplicate key, regardless of its escapes. The text must be valid JSON.
 */
function lookAtKeys(text: string): { members: number; escapes: boolean } {
  let members = 0;
  let escapes = false;
  let inLastString = false;
  let escape = text.indexOf('\\');
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === COLON) {
      members += 1;
      escapes ||= inLastString;
    } else if (code === QUOTE) {
      const end = endOfString(text, i);
      if (escape !== -1 && escape < i) escape = text.indexOf('\\', i);
      inLastString = escape !== -1 && escape < end;
      i = end;
    }
  }
  return { members, escapes };
}

function malformed(detail: string): AppError {
  return new AppError('malformed_json', detail);
}

function numbersBeyondDouble(fields: string[]): AppError {
  return new AppError(
    'validation_failed',
    undefined,
    fields.slice(0, 20).map((field) => ({
      field,
      code: 'too_big',
      detail: 'This number has too many digits. Send it as a string',
    })),
  );
}
