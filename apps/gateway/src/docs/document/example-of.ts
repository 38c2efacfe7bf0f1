import type { TSchema } from '@sinclair/typebox';

interface Schema {
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
  type?: string;
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
}

/**
 * What a schema describes, for instance: its own example if it has one, else put together from those of its parts. Of what
 * need not be there, what has an example of its own is shown. @throws TypeError if nothing sensible comes of it.
 */
export function exampleOf(schema: TSchema): unknown {
  return made(schema);
}

function made(schema: Schema): unknown {
  if (schema.examples) return schema.examples[0];
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type !== undefined) return madeByType(schema);
  const [first] = schema.anyOf ?? schema.allOf ?? [];
  if (!first) throw new TypeError(`Give an example: ${JSON.stringify(schema)}`);
  return made(first);
}

function madeByType(schema: Schema): unknown {
  switch (schema.type) {
    case 'object':
      return madeObject(schema);
    case 'array':
      return schema.items ? [made(schema.items)] : [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'null':
      return null;
    default:
      throw new TypeError(`Give an example: ${JSON.stringify(schema)}`);
  }
}

function madeObject({ properties = {}, required = [] }: Schema): object {
  const shown = Object.entries(properties).filter(([name, each]) => required.includes(name) || each.examples);
  return Object.fromEntries(shown.map(([name, each]) => [name, made(each)]));
}
