import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions, ApiSchema, type ApiSchemaOptions } from '@nestjs/swagger';
import { formsOf, schemaOf } from '../input/input-schema';
import type { NamedSchemas } from './example-of';

const shown = new Set<Type<object>>();

/** Has @nestjs/swagger show objects of a class as what they are held to. */
export function showClass(type: Type<object>): void {
  if (shown.has(type)) return;
  shown.add(type);
  const { $id: _id, type: _type, properties, required = [], ...whole } = schemaOf(type);
  for (const [name, schema] of Object.entries(properties)) {
    // It leaves the type out again where there are alternatives.
    const property = { type: 'object', ...schema, required: required.includes(name) };
    ApiProperty(property as ApiPropertyOptions)(type.prototype as object, name);
  }
  ApiSchema(whole as ApiSchemaOptions)(type);
}

/** The schemas of a document, with those of classes that have forms as any of these. */
export function withForms(schemas: NamedSchemas): NamedSchemas {
  const formed = [...shown].flatMap((type): [string, NamedSchemas[string]][] => {
    const { [type.name]: whole = {} } = schemas;
    const forms = formsOf(type).map(({ name, properties }) => {
      return { ...whole, $id: name, properties: { ...whole.properties, ...properties } };
    });
    return forms.length > 0 ? [[type.name, { anyOf: forms }]] : [];
  });
  return { ...schemas, ...Object.fromEntries(formed) };
}
