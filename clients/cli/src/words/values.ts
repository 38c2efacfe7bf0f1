import { InvalidArgumentError } from 'commander';
import { type Json, isJson } from '../api/json';

/** `--limit 10`. */
export function wholeNumber(word: string): number {
  if (!/^[1-9]\d{0,8}$/.test(word)) throw new InvalidArgumentError('It has to be a whole number above 0.');
  return Number(word);
}

/** `--rate 0.5`. */
export function someNumber(word: string): number {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(word)) throw new InvalidArgumentError('It has to be a number.');
  return Number(word);
}

/** One of some words, in any letter case. */
export function oneOf<const Value extends string>(...values: Value[]): (word: string) => Value {
  return (word) => {
    const found = values.find((value) => value.toLowerCase() === word.toLowerCase());
    if (!found) throw new InvalidArgumentError(`Possible: ${values.join(', ')}.`);
    return found;
  };
}

/** Some of some words, with commas between them. */
export function someOf<const Value extends string>(...values: Value[]): (word: string) => Value[] {
  const one = oneOf(...values);
  return (words) => words.split(',').map((word) => one(word.trim()));
}

/** An option that may be repeated. */
export function collected(word: string, before: string[] = []): string[] {
  return [...before, word];
}

/** `--data name=Ann --data city=Paris`, which may be repeated. */
export function pair(word: string, before: Json = {}): Json {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
  if (key === undefined) throw new InvalidArgumentError('It has to have the form key=value.');
  return { ...before, [key]: value };
}

/** `--data-json '{"name": "Ann"}'`. */
export function jsonObject(word: string): Json {
  try {
    const value: unknown = JSON.parse(word);
    if (isJson(value)) return value;
  } catch {
    // Told below, as for JSON of another kind.
  }
  throw new InvalidArgumentError('It has to be a JSON object.');
}

export const channel = oneOf('EMAIL', 'WHATSAPP', 'SMS');

export const deliveryStates = [
  'QUEUED',
  'SENT',
  'DELIVERED',
  'READ',
  'FAILED',
  'SKIPPED',
  'UNCONFIRMED',
  'CANCELLED',
] as const;
