import type { Type } from '@nestjs/common';
import { type TObject, type TSchema, Type as Schema } from '@sinclair/typebox';
import { type Held, type Notes, heldBy } from './rule';

/** What a JSON Schema can say of objects of a class as a whole. */
interface Said {
  description?: string;
  examples?: object[];
  minProperties?: number;
  allOf?: object[];
}

const said = new WeakMap<object, Said>();

/** Says in the API's description what holds for the object as a whole. Its rules are looked at elsewhere. */
export const Whole =
  (statement: Said): ClassDecorator =>
  (type) =>
    void said.set(type, statement);

/** A form that objects of a class may have, by what it says of some of their properties. */
interface Form {
  name: string;
  properties: Record<string, TSchema>;
}

const forms = new WeakMap<object, readonly Form[]>();

/** Says in the API's description that objects have one of some forms. Their rules are looked at elsewhere. */
export const Forms =
  (...known: Form[]): ClassDecorator =>
  (type) =>
    void forms.set(type, known);

/** The forms that objects of a class may have; none: one for all. */
export const formsOf = (type: Type<object>): readonly Form[] => forms.get(type) ?? [];

const schemas = new WeakMap<Type<object>, TObject>();

/** The schema of a class, by its name. */
export function schemaOf(type: Type<object>): TObject {
  const cached = schemas.get(type);
  if (cached) return cached;
  const properties = Object.fromEntries(
    [...heldBy(type)].map(([name, each]) => [name, schemaOfProperty(each)]),
  );
  const schema = Schema.Object(properties, {
    $id: type.name,
    additionalProperties: false,
    ...said.get(type),
  });
  schemas.set(type, schema);
  return schema;
}

function schemaOfProperty({ rule, presence, notes }: Held): TSchema {
  if (presence === 'required') return noted(rule.schema, notes);
  return Schema.Optional(
    presence === 'nullable' ? Schema.Union([rule.schema, Schema.Null()], notes) : noted(rule.schema, notes),
  );
}

/** A schema with a name of its own stays what it is; what is said of its use stands around it. */
function noted(schema: TSchema, notes: Notes): TSchema {
  if (schema.$id === undefined || Object.keys(notes).length === 0) return { ...schema, ...notes };
  return Schema.Unsafe({ allOf: [schema], ...notes });
}
