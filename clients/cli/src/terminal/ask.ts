import { text as textOf } from 'node:stream/consumers';
import type * as prompts from '@inquirer/prompts';
import { Interrupted, UsageError } from '../failures';
import { escaped } from '../output/escape';
import { variable } from '../settings';
import type { World } from '../world';
import { readSecretFile } from './files';

type Prompts = typeof prompts;

/** Asks yes or no; null when there is nobody to ask. */
export function askYesNo(question: string, world: World): Promise<boolean | null> {
  const message = escaped(question);
  return ask(world, false, ({ confirm }, terminal) => confirm({ message, default: false, theme }, terminal));
}

/** Asks for a secret, which is not shown; null when there is nobody to ask. */
export async function askSecret(question: string, world: World): Promise<string | null> {
  // By itself it would show the secret on Ctrl-T.
  const options = { message: escaped(question), toggleMask: false, theme };
  const secret = await ask(world, '', ({ password }, terminal) => password(options, terminal));
  return secret?.trim() ?? null;
}

/** Where a secret may come from. Never from an argument: everybody on a machine sees those. */
export interface SecretSource {
  /** As in "The password: ". */
  name: string;
  /** The option that names a file, and the file; `-`: piped in, or asked for. */
  option: string;
  file: string | undefined;
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
      (await askSecret(`The ${name}:`, world)));
  if (!secret) throw new UsageError(`Give the ${name} by ${option} or ${source.variable}`);
  return secret;
}

const asIs = (text: string): string => text;
/** Without colours: stderr need not be the terminal. */
const theme = {
  prefix: '?',
  style: {
    message: asIs,
    answer: asIs,
    defaultAnswer: (hint: string) => `[${hint}]`,
    help: asIs,
    error: asIs,
    maskedText: '',
  },
};

/**
 * @param nothing what it means when the user ends the input in place of an answer
 * @throws Interrupted
 */
async function ask<T>(
  { stdin, stderr, signal }: World,
  nothing: T,
  prompt: (prompts: Prompts, terminal: NonNullable<Parameters<Prompts['confirm']>[1]>) => Promise<T>,
): Promise<T | null> {
  if (!stdin.isTTY) return null;
  // Loaded when it is needed: it takes longer than all else of the command.
  const loaded = await import('@inquirer/prompts');
  const ended = new AbortController();
  // At the end of the input (Ctrl-D) a prompt would never be settled, and Node end with 0 as if all were done.
  stdin.once('pause', () => ended.abort());
  try {
    return await prompt(loaded, {
      input: stdin,
      output: stderr,
      signal: AbortSignal.any([signal, ended.signal]),
    });
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError') throw new Interrupted();
    if (ended.signal.aborted && !signal.aborted) return nothing;
    throw error;
  }
}
