import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { ID_PATTERN } from './id';

/** Building blocks that several messages share. */
export const Id = Type.String({ pattern: ID_PATTERN });

/** ISO 8601, UTC, milliseconds, `Z`. */
export const Timestamp = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' });

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/**
 * Bytes, up to a limit. Only one property of a command's payload may contain bytes: they are the unchanged body of the
 * message, and the other properties, which are small, are a header.
 */
export const Bytes = (most: number) => Type.Uint8Array({ maxByteLength: most });

/** The property that contains bytes; undefined: none. */
export function bytesIn({ properties = {} }: TSchema): string | undefined {
  const all = properties as Readonly<Record<string, TSchema>>;
  for (const name in all) if (all[name]?.type === 'Uint8Array') return name;
  return undefined;
}

/** A page of items in the order of their IDs. `next` is the ID to continue after, or null at the end. */
export const Page = <T extends TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), next: Nullable(Type.String()) });

/** Where a page begins (null: at the start) and how many items it can have. */
export const PageRequest = {
  after: Nullable(Type.String()),
  limit: Type.Integer({ minimum: 1, maximum: 1000 }),
};

/** The IDs that matched and were deleted, in the order of the request. */
export const Deleted = Type.Object({ ids: Type.Array(Type.String()) });
export type Deleted = Static<typeof Deleted>;

/** Free-form data about a subscriber, and the part of this data that a message uses. */
export const Variables = Type.Record(Type.String(), Type.Unknown());
export type Variables = Static<typeof Variables>;

export const Nothing = Type.Object({});
