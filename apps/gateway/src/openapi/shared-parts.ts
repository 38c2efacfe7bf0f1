import { isDeepStrictEqual } from 'node:util';

/** JSON of an OpenAPI document. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Keys whose values are returned to clients unchanged, without shared parts. */
const samples = new Set(['const', 'enum', 'example', 'examples']);

/**
 * The parts that a document defines once, among its components, and references where they are used. A part has an
 * `$id`: the name of a schema, or the kind and the name of another part, such as `headers/Location`.
 */
export class SharedParts {
  private readonly parts = new Map<string, Map<string, JsonObject>>();
  /** Converted objects. Operations have many of them in common, such as schemas and headers. */
  private readonly converted = new WeakMap<object, JsonObject>();

  constructor(schemas: Readonly<Record<string, object>>) {
    for (const [name, schema] of Object.entries(schemas)) this.share({ ...schema, $id: name });
  }

  /**
   * Converts a value for the document. If two responses have the same name, the second one stays inline.
   * @throws TypeError if two different schemas have one name
   */
  share(value: unknown): Json {
    if (Array.isArray(value)) return value.map((item) => this.share(item));
    if (typeof value !== 'object' || value === null) return value as Json;
    const known = this.converted.get(value);
    if (known) return known;
    const converted = this.convert(value as Record<string, unknown>);
    this.converted.set(value, converted);
    return converted;
  }

  toJSON(): JsonObject {
    const sorted = [...this.parts].map(([kind, parts]): [string, JsonObject] => [
      kind,
      Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1))),
    ]);
    return Object.fromEntries(sorted);
  }

  private convert({ $id, ...rest }: Record<string, unknown>): JsonObject {
    const members = Object.entries(rest).filter(([, member]) => member !== undefined);
    const part = Object.fromEntries(
      members.map(([key, member]) => [key, samples.has(key) ? (member as Json) : this.share(member)]),
    );
    return typeof $id === 'string' ? this.refer($id, part) : part;
  }

  private refer(id: string, part: JsonObject): JsonObject {
    const [kind = '', name = ''] = id.includes('/') ? id.split('/') : ['schemas', id];
    const parts = this.parts.get(kind) ?? new Map<string, JsonObject>();
    this.parts.set(kind, parts);
    if (!parts.has(name)) parts.set(name, part);
    if (isDeepStrictEqual(parts.get(name), part)) return { $ref: `#/components/${kind}/${name}` };
    if (kind === 'schemas') throw new TypeError(`Two schemas have the name ${name}`);
    return part;
  }
}
