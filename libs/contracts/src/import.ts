import { type Static, Type } from '@sinclair/typebox';
import { AttributeType } from './attribute';
import { Channel } from './channels';
import { command, read } from './define';
import { fileDelimiters } from './file-delimiters';
import { Bytes, Id, Nothing, Nullable, Page, PageRequest, Timestamp } from './field-types';

/** Whether the people in a file are added to the group or removed from it. */
export const importKinds = ['ADD', 'REMOVE'] as const;
export type ImportKind = (typeof importKinds)[number];
export const ImportKind = Type.Unsafe<ImportKind>(Type.Union(importKinds.map((kind) => Type.Literal(kind))));

/** RFC 4180 with a header row, or one JSON text per line. */
export const fileFormats = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof fileFormats)[number];
export const FileFormat = Type.Unsafe<FileFormat>(
  Type.Union(fileFormats.map((format) => Type.Literal(format))),
);

/** RECEIVING: the file is being uploaded. RUNNING: all of it is stored and being processed. */
export const importStates = ['RECEIVING', 'RUNNING', 'DONE', 'FAILED'] as const;
export type ImportState = (typeof importStates)[number];
export const ImportState = Type.Unsafe<ImportState>(
  Type.Union(importStates.map((state) => Type.Literal(state))),
);

/** Lines processed so far, by result. `suppressed` counts some of these lines again. */
export const ImportCounts = Type.Object({
  lines: Type.Integer(),
  rejected: Type.Integer(),
  created: Type.Integer(),
  updated: Type.Integer(),
  skipped: Type.Integer(),
  suppressed: Type.Integer(),
  removed: Type.Integer(),
  missing: Type.Integer(),
});
export type ImportCounts = Static<typeof ImportCounts>;

/** What happens to a value that a known person has: it stays, it is set if it is missing, or it is replaced. */
export const columnRules = ['keep', 'fill', 'overwrite'] as const;
export type ColumnRule = (typeof columnRules)[number];

/** The values of a column that mean that a person opted out of a channel. The column isn't stored. */
export const OptedOutValues = Type.Object({ channel: Channel, values: Type.Array(Type.String()) });

/** How to read a column of a file. `form`: of its decimals or dates. `rule`: absent: that of the file. */
export const ColumnOptions = Type.Object({
  name: Type.String(),
  type: Type.Optional(AttributeType),
  form: Type.Optional(Type.String()),
  rule: Type.Optional(Type.Unsafe<ColumnRule>(Type.Union(columnRules.map((rule) => Type.Literal(rule))))),
  optedOut: Type.Optional(OptedOutValues),
});
export type ColumnOptions = Static<typeof ColumnOptions>;

/** A file with members of a group, and the progress of its processing. */
export const Import = Type.Object({
  id: Id,
  userId: Id,
  groupId: Id,
  kind: ImportKind,
  state: ImportState,
  format: FileFormat,
  /** With `dryRun`: `created` counts lines with new people, `updated` those that change people, and `skipped` the others. */
  counts: ImportCounts,
  dryRun: Type.Optional(Type.Literal(true)),
  /** The columns with values that don't have the type of the attribute. They were stored as text. */
  misfits: Type.Optional(Type.Array(Type.Object({ column: Type.String(), values: Type.Integer() }))),
  createdAt: Timestamp,
  finishedAt: Nullable(Timestamp),
});
export type Import = Static<typeof Import>;

/** A rejected line, or why a file FAILED; `text` is the beginning of the line. */
export const RejectedLine = Type.Object({ line: Type.Integer(), reason: Type.String(), text: Type.String() });
export type RejectedLine = Static<typeof RejectedLine>;

export { fileDelimiters };
export const FileDelimiter = Type.Unsafe<(typeof fileDelimiters)[number]>(
  Type.Union(fileDelimiters.map((delimiter) => Type.Literal(delimiter))),
);

/** The size of a piece of a file; the last piece, and the pieces of a file that arrives slowly, are smaller. */
export const PIECE_BYTES = 256 * 1024;

/** One attempt to upload a file. It invalidates the upload of a previous attempt with the same ID. */
const upload = { userId: Id, id: Id, uploadId: Id };
const piece = { ...upload, seq: Type.Integer(), from: Type.Integer() };
const which = { userId: Id, kind: ImportKind };

export const importMessages = {
  /**
   * Opens an upload. An incomplete upload with the same ID restarts, and a complete upload is returned unchanged.
   * Errors: group_not_found, limit_reached.
   */
  'import.begin': command(
    'subscriber',
    Type.Object({
      ...upload,
      ...which,
      keyId: Id,
      groupId: Id,
      format: FileFormat,
      onExisting: Type.Union([Type.Literal('skip'), Type.Literal('update')]),
      /** With `skip`: known people get the values that they lack. */
      fills: Type.Optional(Type.Boolean()),
      /** How to read columns with attributes of people. */
      columns: Type.Optional(Type.Array(ColumnOptions)),
      /** Nothing is written, except rejected lines. */
      dryRun: Type.Optional(Type.Literal(true)),
      /** ISO 3166-1 alpha-2, of phone numbers without a country code. */
      defaultCountry: Type.Optional(Type.String()),
    }),
    Import,
  ),
  /** A piece of the file from a byte on. Errors: request_timeout if the upload was aborted. */
  'import.append': command('subscriber', Type.Object({ ...piece, bytes: Bytes(PIECE_BYTES) }), Nothing),
  /**
   * All pieces were sent. `delimiter` separates the cells of CSV; absent: commas. Errors: request_timeout if the upload
   * was aborted.
   */
  'import.end': command(
    'subscriber',
    Type.Object({ ...upload, pieces: Type.Integer(), delimiter: Type.Optional(FileDelimiter) }),
    Import,
  ),
  /** No more pieces will arrive, and the received pieces are not used. */
  'import.break': command('subscriber', Type.Object(upload), Nothing),

  'import.get': command('subscriber', Type.Object({ ...which, id: Id }), Import),
  'import.list': read('subscriber', Type.Object({ ...which, ...PageRequest }), Page(Import)),
  /**
   * In the order of the file, at most about 1 MiB. `limit` is approximate. The errors are the same as for `import.get`.
   */
  'import.rejected': read(
    'subscriber',
    Type.Object({ ...which, id: Id, ...PageRequest }),
    Page(RejectedLine),
  ),

  /** The top-level keys of the members' extra data, of some members at a time; a key can appear more than once. */
  'export.columns': read(
    'subscriber',
    Type.Object({ userId: Id, groupId: Id, after: Nullable(Type.String()) }),
    Type.Object({
      columns: Type.Array(Type.String()),
      /** Whether any of these members has a stored consent. */
      hasConsent: Type.Optional(Type.Boolean()),
      next: Nullable(Type.String()),
    }),
  ),
};
