import { type AuditNote, type By, newId } from '@carillon/contracts';
import { type Messenger, currentTrace } from '@carillon/messaging';
import type { Provider, Type } from '@nestjs/common';
import type { Model } from 'mongoose';
import type { RoundEnd } from './background-loop';
import { storeRelay } from './store-relay';

/** How soon an entry is announced (milliseconds), and at the latest, after a quiet time. */
const EVERY_MS = 500;
const IDLE_MS = 2_000;
/** Documents whose notes are announced concurrently. */
const AT_ONCE = 50;
const INDEX = 'notes';
const hasNotes = { 'notes.id': { $exists: true } };

/** The index of documents with notes, as arguments of `index` of a schema. Documents without notes are not in it. */
export const NOTES_INDEX = [{ 'notes.id': 1 }, { name: INDEX, partialFilterExpression: hasNotes }] as const;

/** A document that stores audit entries with their changes, in the same write, until they are announced. */
export interface Noted {
  notes?: AuditNote[];
}

type Told = Pick<AuditNote, 'userId' | 'action' | 'target' | 'changes'>;

/** An audit entry for the effect of this request. `by` undefined: the gateway didn't send it. */
export function auditNote(by: By | undefined, at: Date, told: Told): AuditNote {
  const requestId = currentTrace().requestId ?? null;
  return { id: newId(), at: at.toISOString(), by: by ?? null, requestId, ...told };
}

/** The notes with one more, as an expression of an update pipeline. */
export function notesAnd(note: AuditNote): object {
  return { $concatArrays: [{ $ifNull: ['$notes', []] }, [{ $literal: note }]] };
}

/** A store whose documents can have notes. */
export interface NotedStore {
  /** Announces some notes. */
  relayNotes(messenger: Messenger): Promise<RoundEnd>;
}

/**
 * Announces the notes of a collection and removes those that the broker confirmed. After a crash in between, or by two
 * concurrent processes, a note is announced twice: account stores it once.
 * @throws AppError service_unavailable if the broker accepts nothing; the notes stay
 */
export async function relayNotes<T extends Noted>(model: Model<T>, messenger: Messenger): Promise<RoundEnd> {
  const found = await model.collection
    .find<{ _id: object; notes: AuditNote[] }>(hasNotes, { projection: { notes: 1 } })
    .hint(INDEX)
    .limit(AT_ONCE)
    .toArray();
  if (found.length === 0) return 'idle';
  for (const { notes } of found) {
    await Promise.all(notes.map((note) => messenger.publish('audit.noted', note)));
  }
  const clearing = found.map(({ _id, notes }) => ({
    updateOne: { filter: { _id }, update: { $pull: { notes: { id: { $in: notes.map(({ id }) => id) } } } } },
  }));
  await model.collection.bulkWrite(clearing as never, { ordered: false });
  return found.length === AT_ONCE;
}

/** Announces the notes of a store in the background, for the providers of its feature. */
export function relayOf(store: Type<NotedStore>): Provider {
  return storeRelay({
    store,
    name: 'announcing audit entries',
    everyMs: EVERY_MS,
    idleMs: IDLE_MS,
    relay: (source, messenger) => source.relayNotes(messenger),
  });
}
