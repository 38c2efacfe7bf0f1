import type { FieldError } from '@carillon/contracts';
import { isRecord, issue, within } from '@carillon/input';
import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { ValidationTypes, type ValidatorOptions, getMetadataStorage, validateSync } from 'class-validator';
import { type Presence, type Rule, ruleOf } from './rule';

type GivenValues = Readonly<Record<string, unknown>>;

/** The limit of errors in a response. */
const MOST_UNKNOWN = 20;

/** A property in class-validator's metadata. */
export interface InputProperty {
  presence: Presence;
  constraints: { name: string; rule: Rule; isOfItems: boolean }[];
  /** The class of the property, if it has its own properties. */
  nested: Type<object> | null;
}

const classes = new WeakMap<Type<object>, ReadonlyMap<string, InputProperty>>();

/** The properties of an input class: its own, and then the inherited ones. */
export function propertiesOf(type: Type<object>): ReadonlyMap<string, InputProperty> {
  const cached = classes.get(type);
  if (cached) return cached;
  const properties = new Map<string, InputProperty>();
  for (const metadata of getMetadataStorage().getTargetValidationMetadatas(type, '', false, false)) {
    const { propertyName, name = metadata.type, constraints } = metadata;
    const property = properties.get(propertyName) ?? { presence: 'required', constraints: [], nested: null };
    properties.set(propertyName, property);
    if (metadata.type === ValidationTypes.CONDITIONAL_VALIDATION) {
      property.presence = (metadata.context as { presence: Presence } | undefined)?.presence ?? 'nullable';
    } else if (metadata.type === ValidationTypes.NESTED_VALIDATION) {
      property.nested = nestedType(type, propertyName);
    } else property.constraints.push({ name, rule: ruleOf(name, constraints), isOfItems: metadata.each });
  }
  classes.set(type, properties);
  return properties;
}

/** The class of `@Type`, which class-transformer doesn't expose. */
function nestedType(type: Type<object>, name: string): Type<object> {
  const made: unknown = Reflect.get(plainToInstance(type, { [name]: {} }), name);
  const nested = (made as object).constructor as Type<object>;
  if (nested === Object) throw new TypeError(`Declare the type of ${name} with @Type`);
  return nested;
}

/**
 * Creates an object of a class from the given values. Values are assigned directly, because class-transformer would
 * traverse all of them, and omit keys with the name of any object method.
 */
export function toInput<T extends object>(type: Type<T>, values: GivenValues): T {
  const input = new type();
  for (const [name, { nested }] of propertiesOf(type)) {
    if (!Object.hasOwn(values, name)) continue;
    const value = values[name];
    Reflect.set(input, name, nested && isRecord(value) ? toInput(nested, value) : value);
  }
  return input;
}

/** Errors for unknown names. class-validator treats the names that every object has as known. */
export function unknownFields(type: Type<object>, values: GivenValues): FieldError[] {
  const properties = propertiesOf(type);
  const issues: FieldError[] = [];
  for (const [name, value] of Object.entries(values)) {
    const property = properties.get(name);
    if (!property) issues.push(...issue('unknown_field', 'Unknown field', name));
    else if (property.nested && isRecord(value))
      issues.push(...within(name, unknownFields(property.nested, value)));
    if (issues.length >= MOST_UNKNOWN) break;
  }
  return issues;
}

/** A property's error in class-validator. */
interface WrongProperty {
  target?: object | undefined;
  property: string;
  value?: unknown;
  constraints?: Readonly<Record<string, string>> | undefined;
  children?: readonly WrongProperty[] | undefined;
}

/** Converts class-validator's errors: the first error of a property, and all errors within it. */
export function issuesOf(errors: readonly WrongProperty[]): FieldError[] {
  return errors.flatMap(({ target = {}, property, value, constraints = {}, children = [] }) => {
    const declared = propertiesOf(target.constructor as Type<object>).get(property);
    const own = declared ? issuesOfProperty(declared, constraints, value, target) : [];
    return within(property, [...own, ...issuesOf(children)]);
  });
}

/** Options of the validation. */
export const validation = {
  stopAtFirstError: true,
  forbidUnknownValues: true,
  // Messages are not used, and would repeat the given values.
  dismissDefaultMessages: true,
  validationError: { target: true },
} as const satisfies ValidatorOptions;

/** The errors of a value that should be an object of a class. */
export function issuesAs(type: Type<object>, value: unknown): FieldError[] {
  if (!isRecord(value)) return issue('wrong_type', 'Must be an object');
  return [...issuesOf(validateSync(toInput(type, value), validation)), ...unknownFields(type, value)];
}

/** Evaluates the violated rule again, because class-validator records only that it was violated. */
function issuesOfProperty(
  { presence, constraints }: InputProperty,
  broken: Readonly<Record<string, string>>,
  value: unknown,
  input: object,
): FieldError[] {
  const found = constraints.filter(({ name }) => name in broken);
  if (found.length > 0 && value === undefined && presence === 'required')
    return issue('required', 'This field is required');
  const issues = found.map(({ rule, isOfItems }) =>
    isOfItems && Array.isArray(value)
      ? value.flatMap((item, index) => within(String(index), rule.issues(item, input)))
      : rule.issues(value, input),
  );
  return issues.find((each) => each.length > 0) ?? [];
}
