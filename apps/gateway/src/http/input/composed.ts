import type { FieldError } from '@carillon/contracts';
import { isRecord, issue, within } from '@carillon/input';
import { type JsonSchema, type Range, type Rule, stringRule } from './rule';

/** One of these values. */
export function oneOf(values: readonly (string | number | boolean)[]): Rule {
  return {
    schema: { enum: values },
    issues: (value) =>
      values.some((each) => each === value)
        ? []
        : issue('not_allowed', `Must be one of ${values.join(', ')}`),
  };
}

/** A value of this rule, or null. */
export function nullOr(rule: Rule): Rule {
  return {
    schema: { anyOf: [rule.schema, { type: 'null' }] },
    issues: (value, input) => (value === null ? [] : rule.issues(value, input)),
  };
}

/** Both ends included. */
export function integer({ min, max }: Range): Rule {
  return {
    schema: { type: 'integer', minimum: min, maximum: max },
    issues: (value) => {
      if (typeof value !== 'number' || !Number.isInteger(value))
        return issue('wrong_type', 'Must be an integer');
      if (value < min) return issue('too_small', `Must be at least ${min}`);
      return value > max ? issue('too_big', `Must be at most ${max}`) : [];
    },
  };
}

/** @param detail what to write instead of a text that doesn't match */
export function matching(pattern: string, detail: string, schema: JsonSchema = {}): Rule {
  const form = new RegExp(pattern);
  return stringRule({ pattern, ...schema }, (text) => (form.test(text) ? [] : issue('not_allowed', detail)));
}

/** A color as in CSS, such as the example. */
export function hexColor(example: string): Rule {
  return matching('^#[0-9a-fA-F]{6}$', 'Must be # and six hexadecimal digits', { examples: [example] });
}

export function listOf(item: Rule, { min = 0, max }: { min?: number; max: number }): Rule {
  return {
    schema: { type: 'array', items: item.schema, ...(min > 0 && { minItems: min }), maxItems: max },
    issues: (value, input) => {
      if (!Array.isArray(value)) return issue('wrong_type', 'Must be an array');
      if (value.length < min)
        return min === 1 ? issue('empty', 'Must not be empty') : issue('too_short', `Must have ${min} items`);
      if (value.length > max) return issue('too_many', `Must have at most ${max} items`);
      return value.flatMap((each, index) => within(String(index), item.issues(each, input)));
    },
  };
}

/** The properties of an object, and those among them that can be absent. */
export interface Shape {
  required?: Readonly<Record<string, Rule>>;
  optional?: Readonly<Record<string, Rule>>;
}

/** An object with these properties and no others. */
export function objectOf({ required = {}, optional = {} }: Shape, schema: JsonSchema = {}): Rule {
  const rules = { ...required, ...optional };
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, rule.schema])),
      ...(Object.keys(required).length > 0 && { required: Object.keys(required) }),
      additionalProperties: false,
      ...schema,
    },
    issues: (value) => {
      if (!isRecord(value)) return issue('wrong_type', 'Must be an object');
      const missing = Object.keys(required).filter((name) => !Object.hasOwn(value, name));
      return [
        ...missing.flatMap((name) => issue('required', 'This field is required', name)),
        ...Object.entries(value).flatMap(([name, each]): FieldError[] => {
          const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
          return rule
            ? within(name, rule.issues(each, value))
            : issue('unknown_field', 'This field is unknown', name);
        }),
      ];
    },
  };
}

/** An object whose property `tag` names one of these shapes. */
export function variantOf(
  tag: string,
  shapes: Readonly<Record<string, Shape>>,
  schema: JsonSchema = {},
): Rule {
  const names = Object.keys(shapes);
  const variants = Object.fromEntries(
    Object.entries(shapes).map(([name, { required, optional = {} }]) => [
      name,
      objectOf({ required: { [tag]: constant(name), ...required }, optional }),
    ]),
  );
  return {
    schema: { anyOf: Object.values(variants).map((variant) => variant.schema), ...schema },
    issues: (value, input) => {
      if (!isRecord(value)) return issue('wrong_type', 'Must be an object');
      const name = value[tag];
      if (name === undefined) return issue('required', 'This field is required', tag);
      const variant = typeof name === 'string' && Object.hasOwn(variants, name) ? variants[name] : undefined;
      return variant?.issues(value, input) ?? issue('not_allowed', `Must be one of ${names.join(', ')}`, tag);
    },
  };
}

const constant = (value: string): Rule => ({ ...oneOf([value]), schema: { const: value } });
