import { type Finding, finding } from './finding';

/** C0 and C1 controls and DEL, which is all of Unicode's category Cc. */
const controls = /\p{Cc}/u;
/** The same without TAB, LF and CR, for texts of several lines. */
const controlsButLineBreaks = /(?![\t\n\r])\p{Cc}/u;

/** NUL and lone surrogates cannot be stored and sent everywhere; other controls have no place in a line of text. */
export function unfitCharacters(value: string, lines = false, at = ''): Finding[] {
  if (value.includes('\0') || !value.isWellFormed()) {
    return finding('invalid_text', 'NUL and unpaired surrogates are not allowed', at);
  }
  const unwanted = lines ? controlsButLineBreaks : controls;
  return unwanted.test(value) ? finding('control_character', 'Control characters are not allowed', at) : [];
}

/** Counts code points, and only if it must: a code point is one or two units. */
export function isLongerThan(value: string, max: number): boolean {
  if (value.length <= max) return false;
  if (value.length > 2 * max) return true;
  return Array.from(value).length > max;
}
