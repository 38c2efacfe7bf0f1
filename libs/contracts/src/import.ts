import { type Static, Type } from '@sinclair/typebox';
import { command, read } from './define';
import { Id, Nothing, Nullable, Page, PageRequest, Timestamp } from './field-types';

/** What becomes of the people in a file: members of the group, or members no more. */
const importKinds = ['ADD', 'REMOVE'] as const;
export type ImportKind = (typeof importKinds)[number];
export const ImportKind = Type.Unsafe<ImportKind>(Type.Union(importKinds.map((kind) => Type.Literal(kind))));

/** RFC 4180 with a header row, or a JSON text a line. */
export const fileFormats = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof fileFormats)[number];
export const FileFormat = Type.Unsafe<FileFormat>(
  Type.Union(fileFormats.map((format) => Type.Literal(format))),
);

/** RECEIVING: the file is still arriving. RUNNING: all of it is here, and is worked through. */
export const importStates = ['RECEIVING', 'RUNNING', 'DONE', 'FAILED'] as const;
export type ImportState = (typeof importStates)[number];
export const ImportState = Type.Unsafe<ImportState>(
  Type.Union(importStates.map((state) => Type.Literal(state))),
);

/** Lines worked through so far, and what became of them. `suppressed` counts some of them once more. */
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

/** A file about members of a group, and how far it has been worked through. */
export const Import = Type.Object({
  id: Id,
  userId: Id,
  groupId: Id,
  kind: ImportKind,
  state: ImportState,
  format: FileFormat,
  counts: ImportCounts,
  createdAt: Timestamp,
  finishedAt: Nullable(Timestamp),
});
export type Import = Static<typeof Import>;

/** A line that was not taken, or the last word on a file that FAILED; `text` is the beginning of the line. */
export const RejectedLine = Type.Object({ line: Type.Integer(), reason: Type.String(), text: Type.String() });
export type RejectedLine = Static<typeof RejectedLine>;

/** One try to bring a file here: what a former try under the same id brought is void. */
const upload = { userId: Id, id: Id, uploadId: Id };
const which = { userId: Id, kind: ImportKind };

export const importMessages = {
  /**
   * Opens an upload. Under an id whose upload came to no end it is opened anew; one that is here wholly is answered as it
   * is. Errors: group_not_found, limit_reached.
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
    }),
    Import,
  ),
  /** A piece of the file from a byte on, in base64. Errors: request_timeout when the upload was given up. */
  'import.append': command(
    'subscriber',
    Type.Object({ ...upload, seq: Type.Integer(), from: Type.Integer(), bytes: Type.String() }),
    Nothing,
  ),
  /** All pieces were sent. Errors: request_timeout when the upload was given up. */
  'import.end': command('subscriber', Type.Object({ ...upload, pieces: Type.Integer() }), Import),
  /** No more will come: what was received is not used. */
  'import.break': command('subscriber', Type.Object(upload), Nothing),

  'import.get': command('subscriber', Type.Object({ ...which, id: Id }), Import),
  'import.list': read('subscriber', Type.Object({ ...which, ...PageRequest }), Page(Import)),
  /** In the order of the file; about 1 MiB at most, and `limit` only roughly kept. Errors as of `import.get`. */
  'import.rejected': read(
    'subscriber',
    Type.Object({ ...which, id: Id, ...PageRequest }),
    Page(RejectedLine),
  ),

  /** The keys at the top of the members' extra data, of some members at a time; each as often as it comes up anew. */
  'export.columns': read(
    'subscriber',
    Type.Object({ userId: Id, groupId: Id, after: Nullable(Type.String()) }),
    Type.Object({ columns: Type.Array(Type.String()), next: Nullable(Type.String()) }),
  ),
};
