import type { FileRecord, Position } from '../reading/file-record';

/** A batch ends behind so many records, or bytes of them. */
const limits = { records: 1_000, bytes: 1024 * 1024 };

/** Records that are worked in together. */
export interface Batch {
  records: FileRecord[];
  /** Where the next one begins. */
  next: Position;
  /** Nothing comes behind it. */
  isLast: boolean;
}

/**
 * Cuts a file into batches. Where one ends follows from where it begins and from the file alone: whoever works on it anew
 * works on the same.
 */
export async function* batches(
  portions: AsyncIterable<FileRecord[]>,
  start: Position,
): AsyncGenerator<Batch> {
  let batch: Batch = { records: [], next: start, isLast: false };
  for await (const portion of portions) {
    for (const record of portion) {
      batch.records.push(record);
      const bytes = record.next.offset - start.offset;
      batch.next = record.next;
      if (batch.records.length < limits.records && bytes < limits.bytes) continue;
      yield batch;
      start = record.next;
      batch = { records: [], next: start, isLast: false };
    }
  }
  yield { ...batch, isLast: true };
}

/** Has the next item made while the one before is in use. */
export async function* ahead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const source = items[Symbol.asyncIterator]();
  let next = source.next();
  try {
    for (;;) {
      const step = await next;
      if (step.done === true) return;
      next = source.next();
      // Whether anybody asks for it is not known yet.
      next.catch(() => undefined);
      yield step.value;
    }
  } finally {
    await next.catch(() => undefined);
    await source.return?.();
  }
}
