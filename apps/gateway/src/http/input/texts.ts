import { ID_PATTERN, isId } from '@carillon/contracts';
import { isLongerThan, issue, unfitCharacters } from '@carillon/input';
import type { ValidationOptions } from 'class-validator';
import { Holds, type Rule, stringRule } from './rule';

/**
 * Characters that are not allowed in texts (C0, C1, and DEL), in a syntax that regular expressions of all languages
 * share.
 */
const CONTROLS = '\\u0000-\\u001F\\u007F-\\u009F';
const CONTROLS_BUT_LINE_BREAKS = '\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F';
/** Characters that `trim` removes, except controls. */
const BLANKS = ' \\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF';

/** Texts without control characters. In the other two patterns, at least one character is not blank. */
export const LINE_PATTERN = `^[^${CONTROLS}]*$`;
const NON_BLANK_LINE = `^[^${CONTROLS}]*[^${CONTROLS}${BLANKS}][^${CONTROLS}]*$`;
const NON_BLANK_LINES = `^[^${CONTROLS_BUT_LINE_BREAKS}]*[^${CONTROLS}${BLANKS}][^${CONTROLS_BUT_LINE_BREAKS}]*$`;

interface TextLimits {
  /** The maximum number of characters (code points). */
  max: number;
  /** Allows TAB, LF, and CR. */
  lines?: boolean;
}

/** A non-blank string without characters that break storage, terminals, or mail headers. */
export function textRule({ max, lines = false }: TextLimits): Rule {
  const pattern = lines ? NON_BLANK_LINES : NON_BLANK_LINE;
  return stringRule({ minLength: 1, maxLength: max, pattern }, (text) => {
    const unfit = unfitCharacters(text, lines);
    if (unfit.length > 0) return unfit;
    if (text.trim() === '') return issue('empty', 'Must not be empty or blank');
    return isLongerThan(text, max) ? issue('too_long', `Must have at most ${max} characters`) : [];
  });
}

export const IsText = (limits: TextLimits, options?: ValidationOptions): PropertyDecorator =>
  Holds('isText', textRule(limits), options);

/** An ID of this API: 24 lowercase hexadecimal digits. */
export const idRule = stringRule({ pattern: ID_PATTERN, examples: ['6560f0a1b2c3d4e5f6a7b8c7'] }, (text) =>
  isId(text) ? [] : issue('invalid_id', 'An ID has 24 lowercase hexadecimal digits'),
);

/** `IsMongoId` also accepts uppercase letters and 0x. */
export const IsId = (options?: ValidationOptions): PropertyDecorator => Holds('isId', idRule, options);

const MAX_SLUG = 63;
const SLUG_PATTERN = '^[a-z0-9]+(?:-[a-z0-9]+)*$';
const slugForm = new RegExp(SLUG_PATTERN);
const slugSchema = { minLength: 1, maxLength: MAX_SLUG, pattern: SLUG_PATTERN, examples: ['choir'] };

const slugRule = stringRule(slugSchema, (text) => {
  if (text === '') return issue('empty', 'Must not be empty');
  if (text.length > MAX_SLUG) return issue('too_long', `A slug can have at most ${MAX_SLUG} characters`);
  return slugForm.test(text)
    ? []
    : issue('invalid_slug', 'A slug has lowercase letters and digits, with single hyphens between them');
});

/** The slug of a group: lowercase letters, digits, and single hyphens between them. */
export const IsSlug = (): PropertyDecorator => Holds('isSlug', slugRule);

/**
 * Twilio's ID of an object. Its two-letter prefix identifies the kind of object.
 * https://www.twilio.com/docs/glossary/what-is-a-sid
 */
function twilioSidRule(prefix: string): Rule {
  const pattern = `^${prefix}[0-9a-fA-F]{32}$`;
  const form = new RegExp(pattern);
  const schema = { pattern, examples: [`${prefix}${'0123456789abcdef'.repeat(2)}`] };
  const detail = `Must be ${prefix} and 32 hexadecimal digits, as shown by Twilio`;
  return stringRule(schema, (text) => (form.test(text) ? [] : issue('not_allowed', detail)));
}

export const IsTwilioSid = (prefix: string): PropertyDecorator => Holds('isTwilioSid', twilioSidRule(prefix));
