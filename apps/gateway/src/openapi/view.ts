import { ID_PATTERN, channels } from '@carillon/contracts';
import {
  type ObjectOptions,
  type SchemaOptions,
  type Static,
  type TProperties,
  type TSchema,
  Type,
} from '@sinclair/typebox';

/** Building blocks of responses: schemas from which the presenters' types and the API description derive. */

/** An object with exactly these keys. The name becomes the name of the type in generated clients. */
export const View = <T extends TProperties>(name: string, properties: T, options?: ObjectOptions) =>
  Type.Object(properties, { $id: name, additionalProperties: false, ...options });

/** A part of a view that needs no name. */
export const Part = <T extends TProperties>(properties: T, options?: ObjectOptions) =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const Id = (options?: SchemaOptions) =>
  Type.String({ pattern: ID_PATTERN, examples: ['6560f0a1b2c3d4e5f6a7b8c9'], ...options });

/** UTC with milliseconds. */
export const Time = (options?: SchemaOptions) =>
  Type.String({ format: 'date-time', examples: ['2026-03-01T10:00:00.000Z'], ...options });

/** A text, with its example. */
export const Text = (example: string, options?: SchemaOptions) =>
  Type.String({ examples: [example], ...options });

/** A number of items. */
export const Count = (example = 0, options?: SchemaOptions) =>
  Type.Integer({ minimum: 0, examples: [example], ...options });

export const OneOf = <const T extends string>(values: readonly T[], options?: SchemaOptions) =>
  Type.Unsafe<T>({ type: 'string', enum: values, ...options });

/** The example is null unless one is given. */
export const OrNull = <T extends TSchema>(schema: T, options?: SchemaOptions) =>
  Type.Union([schema, Type.Null()], { examples: [null], ...options });

export const ChannelName = OneOf(channels, { $id: 'Channel' });

/** Presents only a view's fields, in the view's order; `from` maps fields with other names. */
export function presenter<V extends TSchema, T>(view: V, from: (it: T) => Static<V>): (it: T) => Static<V> {
  const show = shownBy(view);
  return (it) => show(from(it));
}

type Show = (value: unknown) => unknown;

function shownBy({ properties, items, anyOf = [] }: TSchema): Show {
  if (properties) return shownByProperties(properties as TProperties);
  const [schema, other] = items ? [items as TSchema] : (anyOf as TSchema[]);
  if (!schema || (other && other.type !== 'null')) return (value) => value;
  const show = shownBy(schema);
  if (!other) return (value) => (value as unknown[]).map(show);
  return (value) => (value === null ? null : show(value));
}

function shownByProperties(properties: TProperties): Show {
  const parts = Object.entries(properties).map(([name, schema]) => [name, shownBy(schema)] as const);
  return (value) => {
    const shown: Record<string, unknown> = {};
    for (const [name, show] of parts) {
      const part = (value as Readonly<Record<string, unknown>>)[name];
      if (part !== undefined) shown[name] = show(part);
    }
    return shown;
  };
}
