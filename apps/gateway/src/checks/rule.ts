import { type Finding, finding } from '@carillon/input';
import type { Type } from '@nestjs/common';
import type { SchemaOptions, TSchema } from '@sinclair/typebox';

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

/** What a property is held to. */
export interface Held {
  rule: Rule;
  presence: Presence;
  notes: Notes;
}

/** By prototype and name. */
const held = new WeakMap<object, Map<string, Held>>();

/** Holds a property to a rule that looks at what is absent, too. */
export function Checked(rule: Rule, presence: Presence, notes: Notes = {}): PropertyDecorator {
  return (prototype, property) => {
    const properties = held.get(prototype) ?? new Map<string, Held>();
    held.set(prototype, properties.set(String(property), { rule, presence, notes }));
  };
}

const known = new WeakMap<Type<object>, ReadonlyMap<string, Held>>();

/** What the properties of a class are held to, by name: its own, and then those that it inherits. */
export function heldBy(type: Type<object>): ReadonlyMap<string, Held> {
  const cached = known.get(type);
  if (cached) return cached;
  const found = new Map<string, Held>();
  for (let at = type.prototype as object | null; at; at = Object.getPrototypeOf(at) as object | null) {
    for (const [property, each] of held.get(at) ?? []) if (!found.has(property)) found.set(property, each);
  }
  known.set(type, found);
  return found;
}

/** The property must be there. */
export function Required(given: Rule, notes?: Notes): PropertyDecorator {
  const check: Check = (value, owner) =>
    value === undefined ? finding('required', 'This is needed') : given(value, owner);
  return Checked(rule(given.schema, check), 'required', notes);
}

/** The property may be absent; null is not absent. */
export function Optional(given: Rule, notes?: Notes): PropertyDecorator {
  const check: Check = (value, owner) => (value === undefined ? [] : given(value, owner));
  return Checked(rule(given.schema, check), 'optional', notes);
}

/** The property may be absent, and null counts as absent. */
export function OptionalOrNull(given: Rule, notes?: Notes): PropertyDecorator {
  const check: Check = (value, owner) => (value === undefined || value === null ? [] : given(value, owner));
  return Checked(rule(given.schema, check), 'nullable', notes);
}
