import type { PhoneCountry } from '@carillon/address';
import type {
  AuditNote,
  ColumnOptions,
  FileFormat,
  Import,
  ImportCounts,
  ImportKind,
  ImportState,
  Payload,
  WebhookEvent,
} from '@carillon/contracts';
import type { Delimiter, Position } from '@carillon/input';
import { NOTES_INDEX, type Plain, auditNote, collection, owned, part } from '@carillon/mongo';
import { WEBHOOK_EVENTS_INDEX } from '@carillon/webhooks';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Schema as MongooseSchema, Types } from 'mongoose';

/** The turn of a file that has not had one, or the lease of a file without a worker. */
export const LONG_AGO = new Date(0);

export interface Failure {
  line: number;
  reason: string;
}

/** The number of values of a column that don't have its type. */
export interface Misfits {
  column: string;
  values: number;
}

export const noCounts: ImportCounts = {
  lines: 0,
  rejected: 0,
  created: 0,
  updated: 0,
  skipped: 0,
  suppressed: 0,
  removed: 0,
  missing: 0,
};

const PositionSchema = new MongooseSchema<Position>({ offset: Number, line: Number }, part);
const CountsSchema = new MongooseSchema(
  Object.fromEntries(Object.keys(noCounts).map((name) => [name, Number])),
  part,
);
export const ColumnOptionsSchema = new MongooseSchema<ColumnOptions>(
  {
    ...{ name: String, type: String, form: String, rule: String },
    optedOut: new MongooseSchema({ channel: String, values: [String] }, part),
  },
  part,
);
const MisfitsSchema = new MongooseSchema<Misfits>({ column: String, values: Number }, part);
const FailureSchema = new MongooseSchema<Failure>({ line: Number, reason: String }, part);

/**
 * A file that adds members to a group or removes them. An unfinished file has a slot. Slots number the unfinished files
 * of a user, so that a unique index limits their number.
 */
@Schema(collection('imports'))
export class ImportRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) keyId!: string;
  @Prop({ type: Types.ObjectId }) groupId!: ObjectId;
  @Prop({ type: String }) kind!: ImportKind;
  @Prop({ type: String }) format!: FileFormat;
  /** The CSV delimiter; absent: commas. */
  @Prop({ type: String }) delimiter?: Delimiter;
  /** The country of phone numbers without a country code; absent: they are rejected. */
  @Prop({ type: String }) defaultCountry?: PhoneCountry;
  @Prop({ type: String }) onExisting!: 'skip' | 'update';
  /** With `skip`: known people get the values that they lack. */
  @Prop({ type: Boolean }) fills?: boolean;
  /** How to read columns with attributes of people. Absent: as text, with the rule of the file. */
  @Prop({ type: [ColumnOptionsSchema], default: undefined }) columnOptions?: ColumnOptions[];
  /** Nothing is written, except rejected lines. */
  @Prop({ type: Boolean }) dryRun?: true;
  @Prop({ type: String }) state!: ImportState;
  @Prop({ type: Number }) slot?: number;
  /** The upload whose parts are valid. */
  @Prop({ type: String }) uploadId!: string;
  /** When the last piece arrived (database time). */
  @Prop({ type: Date }) lastPieceAt!: Date;
  /** When the complete file had arrived (database time). */
  @Prop({ type: Date }) receivedAt!: Date | null;
  /** Bytes of the file that have arrived. Absent: it began before they were counted. */
  @Prop({ type: Number }) bytes?: number;
  /** Whether pieces of the file are stored. */
  @Prop({ type: Boolean }) hasPieces!: boolean;
  /** The end of the last processed batch. This field and the next three are saved with every batch. */
  @Prop({ type: PositionSchema }) position!: Position;
  /** The header row of a CSV file; null: not read yet, or not CSV. */
  @Prop({ type: [String] }) columns!: string[] | null;
  @Prop({ type: CountsSchema }) counts!: ImportCounts;
  /** The columns with values that don't have their type. Absent: none. */
  @Prop({ type: [MisfitsSchema], default: undefined }) misfits?: Misfits[];
  /**
   * When the next batch was begun for the first time (database time). The IDs of its members are derived from this
   * time.
   */
  @Prop({ type: Date }) batchAt!: Date;
  /** The end of the worker's lease, or of a pause (database time). `fence` rises with every lease. */
  @Prop({ type: Date }) leaseUntil!: Date;
  @Prop({ type: Number }) fence!: number;
  @Prop({ type: Number }) failures!: number;
  /** The last turn of any of its user's files. */
  @Prop({ type: Date }) userTurnAt!: Date;
  /** Its own last turn. */
  @Prop({ type: Date }) turnAt!: Date;
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) finishedAt!: Date | null;
  /** Why it FAILED, and at which line. */
  @Prop({ type: FailureSchema }) failure!: Failure | null;
  /** Audit entries that are not announced yet. */
  @Prop({ type: [Object], default: undefined }) notes?: AuditNote[];
  /** Webhook events that are not published yet. Absent: none. */
  @Prop({ type: [Object], default: undefined }) pendingWebhookEvents?: WebhookEvent[];
}

export type ImportDocument = Plain<ImportRecord>;

/** The index that lists use. */
export const IN_ORDER = { userId: 1, kind: 1, _id: 1 } as const;
/**
 * The indexes of files that are being received, that are stored (by state, and by size), and that wait for a turn.
 * Queries name them.
 */
export const BY_SILENCE = { lastPieceAt: 1 } as const;
export const BY_STATE = { state: 1 } as const;
export const BY_SIZE = { userId: 1, bytes: 1 } as const;
export const BY_TURN = { userTurnAt: 1, turnAt: 1 } as const;

export const ImportSchema = SchemaFactory.createForClass(ImportRecord)
  .index(IN_ORDER)
  .index({ userId: 1, slot: 1 }, { unique: true, partialFilterExpression: { slot: { $exists: true } } })
  .index(BY_SILENCE, { partialFilterExpression: { state: 'RECEIVING' } })
  .index(BY_STATE, { partialFilterExpression: { hasPieces: true } })
  .index(...NOTES_INDEX)
  .index(...WEBHOOK_EVENTS_INDEX)
  .index(BY_SIZE, { partialFilterExpression: { hasPieces: true } })
  .index(BY_TURN, { partialFilterExpression: { state: 'RUNNING' } });

/** One attempt to send a file. */
export type Upload = Pick<Payload<'import.begin'>, 'userId' | 'id' | 'uploadId'>;

export function toUpload({ _id, userId, uploadId }: ImportDocument): Upload {
  return { id: _id.toHexString(), userId: userId.toHexString(), uploadId };
}

/** The filter for the file of an upload, as long as no other upload replaced it. */
export function ofUpload({ userId, id, uploadId }: Upload) {
  return { ...owned(userId, id), uploadId };
}

/** The progress of a file. */
export type Progress = Pick<ImportDocument, 'position' | 'columns' | 'counts' | 'misfits'>;

/** A file that this process holds until its `fence` changes. */
export type Claimed = Omit<ImportDocument, '_id' | 'userId' | 'groupId'> & {
  id: string;
  userId: string;
  groupId: string;
  /** When the lease was requested, by this process's monotonic clock. */
  requestedAt: number;
};

export function toClaimed({ _id, userId, groupId, ...rest }: ImportDocument, requestedAt: number): Claimed {
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    groupId: groupId.toHexString(),
    ...rest,
    requestedAt,
  };
}

export function toImport(document: ImportDocument): Import {
  const { _id, userId, groupId, kind, state, format, counts, misfits, dryRun, createdAt, finishedAt } =
    document;
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    groupId: groupId.toHexString(),
    kind,
    state,
    format,
    counts,
    ...(dryRun && { dryRun }),
    ...(misfits && { misfits }),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

type File = Pick<Claimed, 'id' | 'userId' | 'groupId' | 'keyId' | 'kind'>;

/** The audit entry of a file that has arrived or is finished. It contains only numbers of lines. */
export function fileNote(
  file: File,
  step: 'started' | 'ended',
  at: Date,
  facts: Record<string, string | number | boolean>,
): AuditNote {
  const { id, userId, groupId, keyId, kind } = file;
  const type = kind === 'ADD' ? 'import' : 'removal';
  const changes = Object.entries({ group: groupId, ...facts }).map(([field, after]) => {
    return { field, before: null, after };
  });
  const target = { type, id, name: null } as const;
  return auditNote({ role: 'user', keyId }, at, { userId, action: `${type}.${step}`, target, changes });
}
