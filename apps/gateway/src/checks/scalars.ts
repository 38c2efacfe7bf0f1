import { ID_PATTERN, isId } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { type Rule, finding, rule } from './rule';

/** True or false, and nothing that looks like it. */
export const flag: Rule = rule(Type.Boolean(), (value) =>
  typeof value === 'boolean' ? [] : finding('wrong_type', 'This must be true or false'),
);

/** An id as this API gives them: 24 lower-case hex digits. */
export const id: Rule = rule(
  Type.String({ pattern: ID_PATTERN, examples: ['6560f0a1b2c3d4e5f6a7b8c7'] }),
  (value) => {
    if (typeof value !== 'string') return finding('wrong_type', 'This must be a string');
    return isId(value) ? [] : finding('invalid_id', 'An id is 24 lower-case hex digits');
  },
);

export interface Range {
  min: number;
  max: number;
}

/** A number within a range, both ends included. */
export function number({ min, max }: Range): Rule {
  return rule(Type.Number({ minimum: min, maximum: max }), (value) => {
    if (typeof value !== 'number') return finding('wrong_type', 'This must be a number');
    if (value < min) return finding('too_small', `This must be at least ${min}`);
    return value > max ? finding('too_big', `This must be at most ${max}`) : [];
  });
}

/** A whole number within a range, both ends included. */
export function wholeNumber(range: Range): Rule {
  const within = number(range);
  return rule(Type.Integer({ minimum: range.min, maximum: range.max }), (value, owner) =>
    typeof value === 'number' && !Number.isInteger(value)
      ? finding('wrong_type', 'This must be a whole number')
      : within(value, owner),
  );
}

/** One of these strings, spelt so. */
export function oneOf(allowed: readonly string[]): Rule {
  return rule(Type.Unsafe({ type: 'string', enum: allowed }), (value) => {
    if (typeof value !== 'string') return finding('wrong_type', 'This must be a string');
    return allowed.includes(value) ? [] : finding('not_allowed', `This must be one of ${allowed.join(', ')}`);
  });
}

const MAX_SLUG = 63;
const SLUG_PATTERN = '^[a-z0-9]+(?:-[a-z0-9]+)*$';
const slugForm = new RegExp(SLUG_PATTERN);

/** The name of a group in addresses: lower-case letters, digits and single hyphens between them. */
export const slug: Rule = rule(
  Type.String({ minLength: 1, maxLength: MAX_SLUG, pattern: SLUG_PATTERN, examples: ['choir'] }),
  (value) => {
    if (typeof value !== 'string') return finding('wrong_type', 'This must be a string');
    if (value === '') return finding('empty', 'This must not be empty');
    if (value.length > MAX_SLUG) return finding('too_long', `A slug has at most ${MAX_SLUG} characters`);
    return slugForm.test(value)
      ? []
      : finding('invalid_slug', 'A slug is lower-case letters and digits with single hyphens between them');
  },
);
