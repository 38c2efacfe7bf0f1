import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The place where a method stores the data. Methods with different storage do not see each other's data. */
type Storage = 'files' | 'compose volume';

export interface Way<T> {
  name: string;
  storage: Storage;
  /** Rejects with the reason, in one line if possible, when this method does not work on this machine. */
  start(): Promise<T>;
}

/** No method to start a server worked. The message names each method with its reason, and the possible solutions. */
class NoServerError extends Error {
  override readonly name = 'NoServerError';
}

/**
 * Uses the first method that works. If data exists, tries only methods that find the data again: a stack that started
 * empty because Docker was off would look like lost data.
 */
export async function firstThatWorks<T>(
  what: string,
  directory: string,
  ways: readonly Way<T>[],
  advice: string,
  signal?: AbortSignal,
): Promise<T> {
  const storage = await storageOf(directory);
  const reasons: string[] = [];
  for (const way of ways) {
    signal?.throwIfAborted();
    if (storage !== null && way.storage !== storage) continue;
    try {
      const started = await way.start();
      await mkdir(directory, { recursive: true });
      await writeFile(markerIn(directory), way.storage);
      return started;
    } catch (error) {
      reasons.push(`  - ${way.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  signal?.throwIfAborted();
  const kept =
    storage === null
      ? ''
      : `\nIts data is in a ${storage === 'files' ? 'directory' : storage} from an earlier start, so only that was tried.`;
  throw new NoServerError(`${what} could not be brought up:\n${reasons.join('\n')}${kept}\n${advice}`);
}

/** Returns the storage of the server that was started with this directory, or null if no data exists. */
export function storageOf(directory: string): Promise<string | null> {
  return readFile(markerIn(directory), 'utf8').catch(() => null);
}

function markerIn(directory: string): string {
  return join(directory, 'storage');
}
