import { channels, type Channel } from './message';
import { Problem } from '../problem';

/**
 * Refuses unknown and repeated names, so that a typo does not select all messages.
 * @throws Problem 422
 */
export function onlyNames(query: URLSearchParams, names: readonly string[]): void {
  for (const name of new Set(query.keys())) {
    if (!names.includes(name))
      throw new Problem(422, `Unknown query parameter "${name}". Known: ${names.join(', ')}.`);
    if (query.getAll(name).length > 1) throw new Problem(422, `The query parameter "${name}" is repeated.`);
  }
}

/** @throws Problem 422 unless it is absent or an integer from 1 to `most` */
export function wholeNumber(query: URLSearchParams, name: string, most: number): number | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  const number = /^\d{1,16}$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > most) throw new Problem(422, `"${name}" must be an integer from 1 to ${most}.`);
  return number;
}

/**
 * Returns the recipient: an address or a phone number. An unescaped `+` arrives as a space. No number begins with a
 * space, so the space is read as a plus.
 */
export function recipient(query: URLSearchParams): string {
  return (query.get('to') ?? '').replace(/^ (?=\d)/, '+').trim();
}

/** Returns the channel, in any letter case, or undefined for any other value. */
export function channel(query: URLSearchParams): Channel | undefined {
  const wanted = query.get('channel')?.toUpperCase();
  return channels.find((each) => each === wanted);
}
