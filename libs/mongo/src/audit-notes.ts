import { isDeepStrictEqual } from 'node:util';
import { type AuditChange, type AuditNote, AuditValue, type By, misfit, newId } from '@carillon/contracts';
import { currentTrace } from '@carillon/messaging';
import type { Provider, Type } from '@nestjs/common';
import type { Model } from 'mongoose';
import { Batcher, type RelayParts, StoreRelay } from '@carillon/platform';
import { relayOf } from './collection-relay';

/** The interval at which entries are published (milliseconds), and the maximum interval after an idle time. */
const EVERY_MS = 500;
const IDLE_MS = 2_000;
/** The number of documents whose notes are published at the same time. */
const AT_ONCE = 50;
const INDEX = 'notes';
const hasNotes = { 'notes.id': { $exists: true } };

/** The index of documents with notes, as arguments of `index` of a schema. Documents without notes are not in it. */
export const NOTES_INDEX = [{ 'notes.id': 1 }, { name: INDEX, partialFilterExpression: hasNotes }] as const;

/**
 * A document that keeps audit entries, stored in the same write as the changes that they record, until they are
 * published.
 */
export interface Noted {
  notes?: AuditNote[];
}

type AuditedChange = Pick<AuditNote, 'userId' | 'action' | 'target' | 'changes'>;

/** An audit entry for the action of the current request. `by` null: it is unknown who requested it. */
export function auditNote(by: By | null, at: Date, change: AuditedChange): AuditNote {
  const requestId = currentTrace().requestId ?? null;
  return { id: newId(), at: at.toISOString(), by, requestId, ...change };
}

/** An audit entry for what Carillon does on its own. */
export function automaticNote(at: Date, change: AuditedChange): AuditNote {
  return { ...auditNote(null, at, change), isAutomatic: true };
}

/** The fields that differ: first those of `before` in its order, then the new fields of `after`. */
export function changesBetween(before: Facts, after: Facts): AuditChange[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].flatMap((field) => {
    const [was, is] = [before[field] ?? null, after[field] ?? null];
    return isDeepStrictEqual(was, is) ? [] : [{ field, before: valueOf(was), after: valueOf(is) }];
  });
}

type Facts = Readonly<Record<string, unknown>>;

/** Converts a value that an audit entry can't contain to JSON text. */
function valueOf(value: unknown): AuditValue {
  return misfit(AuditValue, value) === null ? (value as AuditValue) : JSON.stringify(value);
}

/** The notes with one added note, as an expression of an update pipeline. */
export function notesAnd(note: AuditNote): object {
  return { $concatArrays: [{ $ifNull: ['$notes', []] }, [{ $literal: note }]] };
}

interface NotedDocument {
  _id: object;
  notes: AuditNote[];
}

/** Publishes the notes of a collection. The account service stores repeated notes once. */
class NoteRelay extends StoreRelay<NotedDocument, AuditNote> {
  /** One write removes the notes of several documents. */
  private readonly removals = new Batcher<{ _id: object; ids: string[] }>({
    atOnce: 2,
    most: AT_ONCE,
    run: async (all) => {
      const writes = all.map(({ _id, ids }) => ({
        updateOne: { filter: { _id }, update: { $pull: { notes: { id: { $in: ids } } } } },
      }));
      await this.model.collection.bulkWrite(writes as never, { ordered: false });
    },
  });

  constructor(
    private readonly model: Model<Noted>,
    parts: RelayParts,
  ) {
    super(
      { entries: 'audit entries', everyMs: EVERY_MS, idleMs: IDLE_MS, page: AT_ONCE, atOnce: AT_ONCE },
      parts,
    );
  }

  protected pending(most: number): Promise<NotedDocument[]> {
    return this.model.collection
      .find<NotedDocument>(hasNotes, { projection: { notes: 1 } })
      .hint(INDEX)
      .limit(most)
      .toArray();
  }

  protected entriesOf({ notes }: NotedDocument): AuditNote[] {
    return notes;
  }

  protected publish(note: AuditNote): Promise<void> {
    return this.messenger.publish('audit.noted', note);
  }

  protected remove({ _id }: NotedDocument, published: readonly AuditNote[]): Promise<void> {
    return this.removals.add({ _id, ids: published.map(({ id }) => id) });
  }

  protected override async oldest(): Promise<Date | null> {
    const [first] = await this.pending(1);
    return first?.notes[0] ? new Date(first.notes[0].at) : null;
  }
}

/** Publishes the notes of a collection in the background. For the providers of its feature. */
export function noteRelay(record: Type): Provider {
  return relayOf(NoteRelay, record);
}
