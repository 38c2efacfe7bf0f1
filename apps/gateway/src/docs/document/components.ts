import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from '@sinclair/typebox';

/** JSON of an OpenAPI document. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export type Kind = 'schemas' | 'responses' | 'parameters' | 'headers' | 'securitySchemes';

/** What a document says once and refers to where it is used. */
export class Components {
  private readonly parts = new Map<Kind, Map<string, JsonObject>>();

  /** A reference to a part; null if another one has this name. */
  refer(kind: Kind, name: string, part: JsonObject): JsonObject | null {
    const parts = this.parts.get(kind) ?? new Map<string, JsonObject>();
    this.parts.set(kind, parts);
    const known = parts.get(name);
    if (known && !isDeepStrictEqual(known, part)) return null;
    parts.set(name, part);
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** A schema as the document has it: what has a name is referred to by it. */
  schema(schema: TSchema): JsonObject {
    return this.plain(schema) as JsonObject;
  }

  /** By name, save the ways to authenticate: pages offer the first one first. */
  toJSON(): JsonObject {
    return Object.fromEntries(
      [...this.parts].map(([kind, parts]) => [
        kind,
        Object.fromEntries(kind === 'securitySchemes' ? parts : [...parts].sort(byName)),
      ]),
    );
  }

  private plain(value: unknown): Json {
    if (Array.isArray(value)) return value.map((item) => this.plain(item));
    if (typeof value !== 'object' || value === null) return value as Json;
    const { $id: name, ...rest } = value as Record<string, unknown>;
    const members = Object.entries(rest).filter(([, member]) => member !== undefined);
    const part = Object.fromEntries(members.map(([key, member]) => this.member(key, member)));
    if (typeof name !== 'string') return part;
    const reference = this.refer('schemas', name, part);
    if (!reference) throw new TypeError(`Two schemas are called ${name}`);
    return reference;
  }

  /** What examples and values say is no schema. */
  private member(key: string, member: unknown): [string, Json] {
    return [key, said.has(key) ? (member as Json) : this.plain(member)];
  }
}

const said = new Set(['const', 'enum', 'examples']);

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
