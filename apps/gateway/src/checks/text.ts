import { type Finding, type Rule, finding } from './rule';

/** C0 and C1 controls and DEL, which is all of Unicode's category Cc. */
const controls = /\p{Cc}/u;
/** The same without TAB, LF and CR, for texts of several lines. */
const controlsButLineBreaks = /(?![\t\n\r])\p{Cc}/u;

export interface TextLimits {
  /** At most so many characters (code points). */
  max: number;
  /** TAB, LF and CR may be in it. */
  lines?: boolean;
}

/** A string with something in it, without characters that break storage, terminals or mail headers. */
export function text({ max, lines = false }: TextLimits): Rule {
  return (value) => {
    if (typeof value !== 'string') return finding('wrong_type', 'This must be a string');
    const unfit = unfitCharacters(value, lines);
    if (unfit.length > 0) return unfit;
    if (value.trim() === '') return finding('empty', 'This must not be empty or blank');
    return isLongerThan(value, max) ? finding('too_long', `This may have at most ${max} characters`) : [];
  };
}

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
