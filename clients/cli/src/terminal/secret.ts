import { text as textOf } from 'node:stream/consumers';
import { UsageError } from '../failures';
import { readSecretFile } from '../settings/secret-file';
import { variable } from '../settings/variable';
import type { World } from '../world';
import { askSecret } from './ask';

/** Where a secret may come from. Never from an argument: everybody on a machine sees those. */
export interface SecretSource {
  /** As in "The password: ". */
  name: string;
  /** The option that names a file, and the file; `-`: piped in, or asked for. */
  option: string;
  file?: string | undefined;
  /** The environment variable. */
  variable: string;
}

/**
 * A secret from its file, the environment or, without echo, the terminal.
 * @throws UsageError when it comes from nowhere
 */
export async function secretFrom(source: SecretSource, world: World): Promise<string> {
  const { name, option, file } = source;
  if (file !== undefined && file !== '-') return readSecretFile(file, world);
  const piped = file === '-' && !world.stdin.isTTY;
  const secret = piped
    ? (await textOf(world.stdin)).replace(/\r?\n$/, '')
    : ((file === undefined ? variable(world, source.variable) : undefined) ??
      (await askSecret(`The ${name}: `, world)));
  if (!secret) throw new UsageError(`Give the ${name} by ${option} or ${source.variable}`);
  return secret;
}
