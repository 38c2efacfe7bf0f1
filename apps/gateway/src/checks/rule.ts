import { type Finding, finding } from '@carillon/input';
import type { SchemaOptions, TSchema } from '@sinclair/typebox';
import { ValidateBy, type ValidationArguments } from 'class-validator';

export { type Finding, finding };

/** Says what is wrong with a value; nothing, if it may pass. `owner` is the object it is a property of. */
export type Check = (value: unknown, owner: object) => Finding[];

/** What a value is held to, and as much of that as a JSON Schema (2020-12) can tell clients. */
export interface Rule extends Check {
  readonly schema: TSchema;
}

export function rule(schema: TSchema, check: Check): Rule {
  return Object.assign((value: unknown, owner: object) => check(value, owner), { schema });
}

/** Whether a property may be left out, and whether null says the same as leaving it out. */
export type Presence = 'required' | 'optional' | 'nullable';

/**
 * What is said of a property in the API's description beside its schema. What holds if nothing is given is said in words: of
 * `default` generators of clients make that it is always there.
 */
export type Notes = Pick<SchemaOptions, 'description' | 'examples'>;

/** What a property is held to, as class-validator keeps it. */
export interface Held {
  rule: Rule;
  presence: Presence;
  notes: Notes;
}

/**
 * Holds a property to a rule that looks at what is absent, too. To class-validator it is one constraint, which tells no more
 * than that a property is wrong; the rule travels along as its context, and `check` asks it what is wrong, with places and
 * codes of its own.
 */
export function Checked(rule: Rule, presence: Presence, notes: Notes = {}): PropertyDecorator {
  const validate = (value: unknown, args?: ValidationArguments): boolean =>
    rule(value, args?.object ?? {}).length === 0;
  const held: Held = { rule, presence, notes };
  return ValidateBy({ name: 'rule', validator: { validate } }, { context: held });
}

/** The property must be there. */
export function Required(held: Rule, notes?: Notes): PropertyDecorator {
  const check: Check = (value, owner) =>
    value === undefined ? finding('required', 'This is needed') : held(value, owner);
  return Checked(rule(held.schema, check), 'required', notes);
}

/** The property may be absent; null is not absent. */
export function Optional(held: Rule, notes?: Notes): PropertyDecorator {
  const check: Check = (value, owner) => (value === undefined ? [] : held(value, owner));
  return Checked(rule(held.schema, check), 'optional', notes);
}

/** The property may be absent, and null counts as absent. */
export function OptionalOrNull(held: Rule, notes?: Notes): PropertyDecorator {
  const check: Check = (value, owner) => (value === undefined || value === null ? [] : held(value, owner));
  return Checked(rule(held.schema, check), 'nullable', notes);
}
