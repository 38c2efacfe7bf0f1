import type { Type } from '@nestjs/common';
import { DECORATORS } from '@nestjs/swagger';
import { type InputProperty, propertiesOf } from './input-class';
import type { JsonSchema } from './rule';

/** What a JSON Schema can say of objects of a class as a whole. */
interface ObjectRules {
  description?: string;
  examples?: object[];
  minProperties?: 1;
  allOf?: object[];
}

const objectRules = new WeakMap<object, ObjectRules>();

/** Says what holds for the object as a whole. That there must be something is looked at; all else by rules of properties. */
export const ObjectSchema =
  (rules: ObjectRules): ClassDecorator =>
  (type) =>
    void objectRules.set(type, rules);

/** Whether an object of the class must have a property. */
export const isNeverEmpty = (type: Type<object>): boolean => objectRules.get(type)?.minProperties === 1;

/** A form that objects of a class may have, by what it says of some of their properties. */
interface Form {
  name: string;
  properties: Readonly<Record<string, JsonSchema>>;
}

const forms = new WeakMap<object, readonly Form[]>();

/** Says that objects have one of some forms. Their rules are looked at elsewhere. */
export const Forms =
  (...known: Form[]): ClassDecorator =>
  (type) =>
    void forms.set(type, known);

/** The forms that objects of a class may have; none: one for all. */
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
  // What has a name stays what it is; what is said of its use stands around it.
  return '$id' in schema && Object.keys(notes).length > 0
    ? { allOf: [schema], ...notes }
    : { ...schema, ...notes };
}

/** What `@ApiProperty` says of a property beside its rules: of `default` generators of clients make that it is always there. */
function notesOn(type: Type<object>, name: string): JsonSchema {
  const said: unknown = Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, type.prototype as object, name);
  const { description, examples, writeOnly } = (said ?? {}) as JsonSchema;
  const notes = Object.entries({ description, examples, writeOnly });
  return Object.fromEntries(notes.filter(([, note]) => note !== undefined));
}
