import { isLongerThan, unfitCharacters } from '@carillon/input';
import { Type } from '@sinclair/typebox';
import { type Rule, finding, rule } from './rule';

/** What has no place in a text, C0, C1 and DEL, in a spelling that the expressions of all languages share. */
const CONTROLS = '\\u0000-\\u001F\\u007F-\\u009F';
const CONTROLS_BUT_LINE_BREAKS = '\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F';
/** What `trim` takes away, save controls. */
const BLANKS = ' \\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF';

/** Texts without controls; of the other two, at least one character is no blank. */
export const LINE_PATTERN = `^[^${CONTROLS}]*$`;
const NON_BLANK_LINE = `^[^${CONTROLS}]*[^${CONTROLS}${BLANKS}][^${CONTROLS}]*$`;
const NON_BLANK_LINES = `^[^${CONTROLS_BUT_LINE_BREAKS}]*[^${CONTROLS}${BLANKS}][^${CONTROLS_BUT_LINE_BREAKS}]*$`;

export interface TextLimits {
  /** At most so many characters (code points). */
  max: number;
  /** TAB, LF and CR may be in it. */
  lines?: boolean;
}

/** A string with something in it, without characters that break storage, terminals or mail headers. */
export function text({ max, lines = false }: TextLimits): Rule {
  const pattern = lines ? NON_BLANK_LINES : NON_BLANK_LINE;
  return rule(Type.String({ minLength: 1, maxLength: max, pattern }), (value) => {
    if (typeof value !== 'string') return finding('wrong_type', 'This must be a string');
    const unfit = unfitCharacters(value, lines);
    if (unfit.length > 0) return unfit;
    if (value.trim() === '') return finding('empty', 'This must not be empty or blank');
    return isLongerThan(value, max) ? finding('too_long', `This may have at most ${max} characters`) : [];
  });
}
