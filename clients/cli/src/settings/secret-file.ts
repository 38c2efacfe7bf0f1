import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../failures';
import type { World } from '../world';

/**
 * The one line of a file that holds a secret.
 * @throws UsageError
 */
export function readSecretFile(file: string, { cwd }: Pick<World, 'cwd'>): string {
  const secret = read(resolve(cwd, file)).replace(/\r?\n$/, '');
  if (secret === '' || secret.includes('\n'))
    throw new UsageError(`${file} has to hold one line, the secret`);
  return secret;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
