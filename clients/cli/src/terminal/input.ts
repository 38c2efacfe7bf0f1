import { createReadStream, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { UsageError } from '../failures';
import type { World } from '../world';

type Source = Pick<World, 'cwd' | 'stdin'>;

/**
 * The text of a file, `-` for what is piped in. A line break at its end is the editor's, not the message's.
 * @throws UsageError
 */
export async function readText(file: string, world: Source): Promise<string> {
  const text =
    file === '-'
      ? await textOf(world.stdin)
      : readable(file, () => readFileSync(resolve(world.cwd, file), 'utf8'));
  return text.replace(/\r?\n$/, '');
}

/** A file to be sent, `-` for what is piped in. */
export interface FileToSend {
  /** Bytes; null where they cannot be known beforehand. */
  size: number | null;
  open: () => Readable;
}

/** @throws UsageError */
export function fileToSend(file: string, world: Source): FileToSend {
  if (file === '-') return { size: null, open: () => world.stdin };
  const path = resolve(world.cwd, file);
  const found = readable(file, () => statSync(path));
  if (found.isDirectory()) throw new UsageError(`${file} is a folder`);
  return { size: found.isFile() ? found.size : null, open: () => createReadStream(path) };
}

function readable<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
