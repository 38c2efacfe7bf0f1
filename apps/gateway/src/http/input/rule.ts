import type { FieldError } from '@carillon/contracts';
import { issue } from '@carillon/input';
import { applyDecorators } from '@nestjs/common';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsInt,
  IsNumber,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  type ValidationOptions,
} from 'class-validator';

const notA = (type: string): FieldError[] => issue('wrong_type', `Must be ${type}`);

/** The part of a rule that a JSON Schema (2020-12) can express. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A rule for a value. */
export interface Rule {
  readonly schema: JsonSchema;
  /** The errors of a value that is a property of `input`; empty if it is valid. */
  issues(value: unknown, input: object): FieldError[];
}

/** A rule for strings, which accepts no other types. */
export function stringRule(schema: JsonSchema, issues: (text: string, input: object) => FieldError[]): Rule {
  return {
    schema: { type: 'string', ...schema },
    issues: (value, input) => (typeof value === 'string' ? issues(value, input) : notA('a string')),
  };
}

/** Applies a rule to a property; with the option `each`, to every item of an array. */
export function Holds(name: string, rule: Rule, options?: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown, context?: { object: object }): boolean =>
    rule.issues(value, context?.object ?? {}).length === 0;
  return ValidateBy({ name, constraints: [rule], validator: { validate } }, options);
}

/**
 * The constraints of class-validator that are used here, with the schema and the error of each. Constraints of items
 * check the value once more, because the error needs the index.
 */
const standard: Readonly<Record<string, (...constraints: never[]) => Rule>> = {
  isBoolean: () => refusedFor({ type: 'boolean' }, notA('true or false')),
  isNumber: () => refusedFor({ type: 'number' }, notA('a number')),
  isInt: () => refusedFor({ type: 'integer' }, notA('an integer')),
  isObject: () => refusedFor({ type: 'object' }, notA('an object')),
  isArray: () => refusedFor({ type: 'array' }, notA('an array')),
  min: (min: number) => refusedFor({ minimum: min }, issue('too_small', `Must be at least ${min}`)),
  max: (max: number) => refusedFor({ maximum: max }, issue('too_big', `Must be at most ${max}`)),
  isIn: (values: readonly string[]) =>
    stringRule({ enum: values }, (text) =>
      values.includes(text) ? [] : issue('not_allowed', `Must be one of ${values.join(', ')}`),
    ),
  arrayNotEmpty: () => refusedFor({ minItems: 1 }, issue('empty', 'Must not be empty')),
  arrayMaxSize: (max: number) =>
    refusedFor({ maxItems: max }, issue('too_many', `Must have at most ${max} items`)),
};

/** A rule that class-validator checks. It is called only for refused values. */
const refusedFor = (schema: JsonSchema, flaw: FieldError[]): Rule => ({ schema, issues: () => flaw });

/** The rule of a class-validator constraint. @throws TypeError if it isn't in the table */
export function ruleOf(name: string, constraints: readonly unknown[] = []): Rule {
  const [rule] = constraints;
  if (isRule(rule)) return rule;
  const make = standard[name];
  if (!make) throw new TypeError(`The table lacks the refusals of ${name}`);
  return make(...(constraints as never[]));
}

function isRule(value: unknown): value is Rule {
  return typeof value === 'object' && value !== null && 'issues' in value;
}

/** Whether a property may be omitted, and whether null means the same as omitting it. */
export type Presence = 'required' | 'optional' | 'nullable';

/** The property can be absent. Unlike with class-validator's `IsOptional`, null does not count as absent. */
export const OptionalNotNull = (): PropertyDecorator =>
  ValidateIf((_, value) => value !== undefined, { context: { presence: 'optional' } });

/** The property can be absent if another property is enough. Null counts as absent if it is `nullable`. */
export function RequiredUnless(
  isEnough: (input: never) => boolean,
  detail: string,
  presence: Exclude<Presence, 'required'>,
): PropertyDecorator {
  const isAbsent = (value: unknown): boolean =>
    value === undefined || (presence === 'nullable' && value === null);
  const isChecked = (input: object, value: unknown): boolean => !isAbsent(value) || !isEnough(input as never);
  const issues = (value: unknown): FieldError[] => (isAbsent(value) ? issue('required', detail) : []);
  return applyDecorators(
    ValidateIf(isChecked, { context: { presence } }),
    Holds('requiredUnless', { schema: {}, issues }),
  );
}

/** The property is allowed only if the other input satisfies a condition. */
export function AllowedIf(isSo: (input: never) => boolean, detail: string): PropertyDecorator {
  const issues = (_: unknown, input: object): FieldError[] =>
    isSo(input as never) ? [] : issue('not_allowed', detail);
  return Holds('allowedIf', { schema: {}, issues });
}

export interface Range {
  min: number;
  max: number;
}

/** Both ends included. Only the first error is reported, and `applyDecorators` keeps the order. */
export const IsNumberWithin = ({ min, max }: Range): PropertyDecorator =>
  applyDecorators(IsNumber(), Min(min), Max(max));
export const IsIntWithin = ({ min, max }: Range): PropertyDecorator =>
  applyDecorators(IsInt(), Min(min), Max(max));

/** An array of `min` (1) to `max` items that satisfy a rule. An error identifies an invalid item by its index. */
export function IsListOf(
  item: (options: ValidationOptions) => PropertyDecorator,
  max: number,
  { min = 1 } = {},
): PropertyDecorator {
  const atLeast = min > 0 ? [ArrayNotEmpty()] : [];
  return applyDecorators(IsArray(), ...atLeast, ArrayMaxSize(max), item({ each: true }));
}
