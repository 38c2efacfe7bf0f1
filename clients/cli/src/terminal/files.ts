import { once } from 'node:events';
import { createReadStream, createWriteStream, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Failure, Unreachable, UsageError, reasonOf } from '../failures';
import { escapedLines } from '../output/escape';
import type { World } from '../world';

/**
 * Returns the text of a file, `-` for standard input. A final line break comes from the editor and is removed.
 * @throws UsageError
 */
export async function readText(file: string, { cwd, stdin }: World): Promise<string> {
  const text =
    file === '-' ? await textOf(stdin) : readable(file, () => readFileSync(resolve(cwd, file), 'utf8'));
  return text.replace(/\r?\n$/, '');
}

/**
 * Returns the single line of a file with a secret.
 * @throws UsageError
 */
export function readSecretFile(file: string, { cwd }: World): string {
  const secret = readable(file, () => readFileSync(resolve(cwd, file), 'utf8')).replace(/\r?\n$/, '');
  if (secret === '' || secret.includes('\n'))
    throw new UsageError(`${file} must contain one line with the secret`);
  return secret;
}

/** A file to send, `-` for standard input. */
export interface FileToSend {
  /** The size (bytes); null if unknown. */
  size: number | null;
  open: () => Readable;
}

/** @throws UsageError */
export function fileToSend(file: string, { cwd, stdin }: World): FileToSend {
  if (file === '-' && stdin.isTTY)
    throw new UsageError('- stands for standard input, but nothing is piped in');
  if (file === '-') return { size: null, open: () => stdin };
  const path = resolve(cwd, file);
  const found = readable(file, () => statSync(path));
  if (found.isDirectory()) throw new UsageError(`${file} is a folder`);
  return { size: found.isFile() ? found.size : null, open: () => createReadStream(path) };
}

/**
 * Writes a response to a file, which exists only if the response is complete.
 * @throws UsageError, Unreachable
 */
export async function saveTo(file: string, answered: Response, { cwd, signal }: World): Promise<void> {
  const path = resolve(cwd, file);
  const partial = `${path}.part`;
  const output = createWriteStream(partial);
  try {
    await pipeline(chunksOf(answered), output, { signal });
    renameSync(partial, path);
  } catch (error) {
    // A file that is still being opened would reappear after its removal.
    if (!output.closed) await new Promise<void>((resolve) => output.once('close', () => resolve()));
    rmSync(partial, { force: true });
    if (signal.aborted || error instanceof Failure) throw error;
    throw new UsageError(`Cannot write ${file}: ${reasonOf(error)}`);
  }
}

/** Prints a response unchanged, but without control characters if the output is a terminal. */
export async function printAll(answered: Response, { stdout }: World): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of chunksOf(answered)) {
    const printed = stdout.isTTY ? escapedLines(decoder.decode(chunk, { stream: true })) : chunk;
    if (!stdout.write(printed)) await once(stdout, 'drain');
  }
}

/** @throws Unreachable if the response is incomplete */
export async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array, void> {
  if (!body) return;
  try {
    yield* Readable.fromWeb(body) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new Unreachable(`The response was interrupted: ${String(error)}`);
  }
}

function readable<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(`Cannot read ${file}: ${reasonOf(error)}`);
  }
}
