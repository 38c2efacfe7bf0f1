import type { FieldCode } from '@carillon/contracts';
import { ValidateBy, type ValidationArguments } from 'class-validator';

/** What is wrong with a value: `at` is where inside of it, dotted, empty for the value itself. Never shows the value. */
export interface Finding {
  at: string;
  code: FieldCode;
  detail: string;
}

/** Says what is wrong with a value; nothing, if it may pass. `owner` is the object it is a property of. */
export type Rule = (value: unknown, owner: object) => Finding[];

export const finding = (code: FieldCode, detail: string, at = ''): Finding[] => [{ at, code, detail }];

export const RULE = 'rule';

/**
 * Holds a property to a rule. To class-validator it is one constraint, which tells which properties are wrong; the rule
 * travels along as its context and tells what is wrong with each, with places and codes of its own.
 */
export function Checked(rule: Rule): PropertyDecorator {
  const validate = (value: unknown, args?: ValidationArguments): boolean =>
    rule(value, args?.object ?? {}).length === 0;
  // Without a message class-validator drops the context.
  return ValidateBy(
    { name: RULE, validator: { validate, defaultMessage: () => RULE } },
    { context: { rule } },
  );
}

/** The property must be there. */
export function Required(rule: Rule): PropertyDecorator {
  return Checked((value, owner) =>
    value === undefined ? finding('required', 'This is needed') : rule(value, owner),
  );
}

/** The property may be absent; null is not absent. */
export function Optional(rule: Rule): PropertyDecorator {
  return Checked((value, owner) => (value === undefined ? [] : rule(value, owner)));
}

/** The property may be absent, and null counts as absent. */
export function OptionalOrNull(rule: Rule): PropertyDecorator {
  return Checked((value, owner) => (value === undefined || value === null ? [] : rule(value, owner)));
}
