interface Schema {
  readonly $ref?: string;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly items?: Schema;
  readonly minimum?: number;
}

/** The named schemas of a document. */
export type NamedSchemas = Readonly<Record<string, Schema>>;

/**
 * An example of a schema: its own if it has one, otherwise composed of those of its parts. Optional parts appear if
 * they have their own example. @throws TypeError if no valid example can be composed
 */
export function exampleOf(schema: Schema, named: NamedSchemas): unknown {
  if (schema.$ref !== undefined) return exampleOf(named[schema.$ref.split('/').at(-1) ?? ''] ?? {}, named);
  if (schema.examples) return schema.examples[0];
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return exampleOfObject(schema, named);
    case 'array':
      return schema.items ? [exampleOf(schema.items, named)] : [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'null':
      return null;
  }
  const [first] = schema.anyOf ?? schema.allOf ?? [];
  if (!first) throw new TypeError(`Missing example: ${JSON.stringify(schema)}`);
  return exampleOf(first, named);
}

function exampleOfObject({ properties = {}, required = [] }: Schema, named: NamedSchemas): object {
  const shown = Object.entries(properties).filter(([name, each]) => required.includes(name) || each.examples);
  return Object.fromEntries(shown.map(([name, each]) => [name, exampleOf(each, named)]));
}
