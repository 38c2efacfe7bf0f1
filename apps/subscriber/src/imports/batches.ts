import type { FileRecord, Position } from '@carillon/input';

/** The maximum records and bytes of a batch. */
const limits = { records: 1_000, bytes: 1024 * 1024 };

/** Records that are written together. */
export interface Batch {
  records: FileRecord[];
  /** Where the next batch begins. */
  next: Position;
  /** Whether the file ends with this batch. */
  isLast: boolean;
}

/**
 * Cuts a file into batches. The end of a batch depends only on its beginning and on the file, so that a worker that
 * starts again gets the same batch.
 */
export async function* batches(chunks: AsyncIterable<FileRecord[]>, start: Position): AsyncGenerator<Batch> {
  let batch: Batch = { records: [], next: start, isLast: false };
  for await (const chunk of chunks) {
    for (const record of chunk) {
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

/** Prepares the next item while the current one is in use. */
export async function* ahead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const source = items[Symbol.asyncIterator]();
  let next = source.next();
  try {
    for (;;) {
      const step = await next;
      if (step.done === true) return;
      next = source.next();
      // An error is thrown where the item is awaited, if it ever is.
      next.catch(() => undefined);
      yield step.value;
    }
  } finally {
    await next.catch(() => undefined);
    await source.return?.();
  }
}

/** The items of the lines before this one. Null: all. */
export function linesBefore<T extends { line: number }>(
  line: number | null,
  items: readonly T[],
): readonly T[] {
  return line === null ? items : items.filter((item) => item.line < line);
}
