import { type Static, Type } from '@sinclair/typebox';
import { command, read } from './define';
import { Id, Page, PageRequest, Timestamp } from './field-types';
import { ColumnOptions } from './import';

/** The meanings that a column of a file can have. */
export const mappedFields = ['email', 'phone', 'whatsapp', 'externalId', 'address', 'channel'] as const;

/** How an account read the columns of a file with these headers the last time. */
export const ImportMapping = Type.Object({
  columns: Type.Array(Type.String()),
  /** The column of each field. */
  fields: Type.Array(Type.Object({ field: Type.String(), column: Type.String() })),
  /** The channel of all rows, if no column contains it. */
  everybody: Type.Optional(Type.String()),
  options: Type.Array(ColumnOptions),
  updatedAt: Timestamp,
});
export type ImportMapping = Static<typeof ImportMapping>;

export const importMappingMessages = {
  /** Those of the 20 latest sets of headers, oldest set first. */
  'import-mapping.list': read('subscriber', Type.Object({ userId: Id, ...PageRequest }), Page(ImportMapping)),
  /** Replaces the mapping of files with the same set of headers. The oldest ones are forgotten. */
  'import-mapping.save': command(
    'subscriber',
    Type.Object({ userId: Id, ...Type.Omit(ImportMapping, ['updatedAt']).properties }),
    ImportMapping,
  ),
};
