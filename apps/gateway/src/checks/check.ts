import type { FieldError } from '@carillon/contracts';
import { isRecord, joined } from '@carillon/input';
import type { Type } from '@nestjs/common';
import { schemaOf } from './held';
import { type Finding, type Rule, finding, heldBy, rule } from './rule';

const MAX_UNKNOWN = 20;

/** What was given, as its class, and what is wrong with it. The value may be used only if nothing is wrong. */
export interface CheckedInput<T> {
  value: T;
  findings: Finding[];
}

/**
 * Holds an object to its class: every property by its rules, and none that the class does not know. Values are neither
 * converted nor copied.
 */
export function check<T extends object>(
  type: Type<T>,
  given: Readonly<Record<string, unknown>>,
): CheckedInput<T> {
  const known = heldBy(type);
  const value = new type();
  for (const property of known.keys()) {
    if (Object.hasOwn(given, property)) Reflect.set(value, property, given[property]);
  }
  const findings = [...known].flatMap(([property, { rule }]) =>
    rule(Reflect.get(value, property), value).map((each) => ({ ...each, at: joined(property, each.at) })),
  );
  return { value, findings: [...findings, ...unknownFields(given, known)] };
}

/** A rule for an object within an object. */
export function object<T extends object>(type: Type<T>): Rule {
  return rule(schemaOf(type), (value) =>
    isRecord(value) ? check(type, value).findings : finding('wrong_type', 'This must be an object'),
  );
}

/** Findings as fields of a request; `place` is what they are in: empty for the body, `query` for the query. */
export function asFields(findings: readonly Finding[], place = ''): FieldError[] {
  return findings.map(({ at, code, detail }) => ({ field: joined(place, at), code, detail }));
}

function unknownFields(given: object, known: ReadonlyMap<string, unknown>): Finding[] {
  const unknown = Object.keys(given).filter((key) => !known.has(key));
  return unknown
    .slice(0, MAX_UNKNOWN)
    .flatMap((key) => finding('unknown_field', 'There is no such field here', key));
}
