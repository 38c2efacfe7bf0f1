import { once } from 'node:events';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure, UsageError, exitCodes } from '../failures';
import { escapedLines } from '../output/escape';
import type { World } from '../world';

type Place = Pick<World, 'cwd' | 'stdout' | 'signal'>;

/**
 * Writes an answer into a file, which is there only if all of it is.
 * @throws UsageError, Failure
 */
export async function saveTo(file: string, answered: Response, { cwd, signal }: Place): Promise<void> {
  const path = resolve(cwd, file);
  const partial = `${path}.part`;
  try {
    await pipeline(chunksOf(answered), createWriteStream(partial), { signal });
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    if (signal.aborted || error instanceof Failure) throw error;
    throw new UsageError(
      `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Prints an answer as it is; to a terminal without what it would take for an order. */
export async function printAll(answered: Response, { stdout }: Place): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of chunksOf(answered)) {
    const printed = stdout.isTTY ? escapedLines(decoder.decode(chunk, { stream: true })) : chunk;
    if (!stdout.write(printed)) await once(stdout, 'drain');
  }
}

/** @throws Failure when not all of it comes */
export async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array, void> {
  if (!body) return;
  try {
    yield* Readable.fromWeb(body) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new Failure(`The answer broke off: ${String(error)}`, exitCodes.unreachable);
  }
}
