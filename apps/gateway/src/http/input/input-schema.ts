import type { Type } from '@nestjs/common';
import { DECORATORS } from '@nestjs/swagger';
import { type InputProperty, propertiesOf } from './input-class';
import type { JsonSchema } from './rule';

/** The parts of a JSON Schema that apply to whole objects of a class. */
interface ObjectRules {
  description?: string;
  examples?: object[];
  minProperties?: 1;
  allOf?: object[];
}

const objectRules = new WeakMap<object, ObjectRules>();

/**
 * Sets the schema of the whole object. Only its `minProperties` is checked. The rules of properties check everything
 * else.
 */
export const ObjectSchema =
  (rules: ObjectRules): ClassDecorator =>
  (type) =>
    void objectRules.set(type, rules);

/** Whether an object of the class must have a property. */
export const isNeverEmpty = (type: Type<object>): boolean => objectRules.get(type)?.minProperties === 1;

/** A form that objects of a class may have, by the schemas of some of their properties. */
interface Form {
  name: string;
  properties: Readonly<Record<string, JsonSchema>>;
}

const forms = new WeakMap<object, readonly Form[]>();

/** Declares that objects have one of several forms. Other rules check this. */
export const Forms =
  (...conditions: Form[]): ClassDecorator =>
  (type) =>
    void forms.set(type, conditions);

/** The forms that objects of a class may have; empty: one form for all. */
export const formsOf = (type: Type<object>): readonly Form[] => forms.get(type) ?? [];

interface ClassSchema extends JsonSchema {
  properties: Record<string, JsonSchema>;
  required?: string[];
}

const schemas = new WeakMap<Type<object>, ClassSchema>();

/** The schema of a class, by its name. */
export function schemaOf(type: Type<object>): ClassSchema {
  const cached = schemas.get(type);
  if (cached) return cached;
  const properties = [...propertiesOf(type)];
  const required = properties.flatMap(([name, { presence }]) => (presence === 'required' ? [name] : []));
  const schema = {
    $id: type.name,
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      properties.map(([name, property]) => [name, schemaOfProperty(property, notesOn(type, name))]),
    ),
    ...(required.length > 0 && { required }),
    ...objectRules.get(type),
  };
  schemas.set(type, schema);
  return schema;
}

function schemaOfProperty({ presence, constraints, nested }: InputProperty, notes: JsonSchema): JsonSchema {
  const parts = constraints.map(({ rule, isOfItems }) => (isOfItems ? { items: rule.schema } : rule.schema));
  const schema: JsonSchema = nested ? schemaOf(nested) : (Object.assign({}, ...parts) as JsonSchema);
  if (presence === 'nullable') return { anyOf: [schema, { type: 'null' }], ...notes };
  // A named schema stays unchanged. Notes on its use surround it.
  return '$id' in schema && Object.keys(notes).length > 0
    ? { allOf: [schema], ...notes }
    : { ...schema, ...notes };
}

/**
 * The notes of `@ApiProperty` on a property, without `default`, because client generators would conclude that the
 * property is always present.
 */
function notesOn(type: Type<object>, name: string): JsonSchema {
  const metadata: unknown = Reflect.getMetadata(
    DECORATORS.API_MODEL_PROPERTIES,
    type.prototype as object,
    name,
  );
  const { description, examples, writeOnly } = (metadata ?? {}) as JsonSchema;
  const notes = Object.entries({ description, examples, writeOnly });
  return Object.fromEntries(notes.filter(([, note]) => note !== undefined));
}
