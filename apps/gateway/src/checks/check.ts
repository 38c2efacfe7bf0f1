import type { FieldError } from '@carillon/contracts';
import type { Type } from '@nestjs/common';
import { type ValidationError, getMetadataStorage, validateSync } from 'class-validator';
import { joined } from './list';
import { type Finding, RULE, type Rule, finding } from './rule';

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
  const known = propertiesOf(type);
  const value = new type();
  for (const property of known) {
    if (Object.hasOwn(given, property)) Reflect.set(value, property, given[property]);
  }
  const errors = known.size === 0 ? [] : validateSync(value);
  const findings = errors.flatMap((error) => findingsOf(error, value));
  return { value, findings: [...findings, ...unknownFields(given, known)] };
}

/** A rule for an object within an object. */
export function object<T extends object>(type: Type<T>): Rule {
  return (value) =>
    isRecord(value) ? check(type, value).findings : finding('wrong_type', 'This must be an object');
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Findings as fields of a request; `place` is what they are in: empty for the body, `query` for the query. */
export function asFields(findings: readonly Finding[], place = ''): FieldError[] {
  return findings.map(({ at, code, detail }) => ({ field: joined(place, at), code, detail }));
}

function findingsOf(error: ValidationError, owner: object): Finding[] {
  const { rule } = (error.contexts?.[RULE] ?? {}) as { rule?: Rule };
  if (!rule) throw new TypeError(`${error.property} is held to something that is no rule`);
  return rule(error.value, owner).map((each) => ({ ...each, at: joined(error.property, each.at) }));
}

// class-validator's own whitelist takes `hasOwnProperty` for a known property, and others that every object has.
function unknownFields(given: object, known: ReadonlySet<string>): Finding[] {
  const unknown = Object.keys(given).filter((key) => !known.has(key));
  return unknown
    .slice(0, MAX_UNKNOWN)
    .flatMap((key) => finding('unknown_field', 'There is no such field here', key));
}

const properties = new Map<Type<object>, ReadonlySet<string>>();

/** The properties that a class has rules for. */
export function propertiesOf(type: Type<object>): ReadonlySet<string> {
  const cached = properties.get(type);
  if (cached) return cached;
  const metadata = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const names = new Set(metadata.map(({ propertyName }) => propertyName));
  properties.set(type, names);
  return names;
}
