import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a way keeps the data. Ways of different storage do not see each other's data. */
export type Storage = 'files' | 'compose volume';

export interface Way<T> {
  name: string;
  storage: Storage;
  /** Rejects with the reason, in one line where it can, when this way cannot be taken here. */
  start(): Promise<T>;
}

/** No way to bring a server up worked; the message names each with its reason, and what to do. */
export class NoServerError extends Error {
  override readonly name = 'NoServerError';
}

/**
 * Takes the first way that works. Once data exists, only ways that find it again are tried: a stack that came up
 * empty because Docker happened to be off would look like lost data.
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

/** Where the data of a server is kept that was brought up with this directory; null: nothing is. */
export function storageOf(directory: string): Promise<string | null> {
  return readFile(markerIn(directory), 'utf8').catch(() => null);
}

function markerIn(directory: string): string {
  return join(directory, 'storage');
}
