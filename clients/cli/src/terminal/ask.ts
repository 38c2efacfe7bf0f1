import { text as textOf } from 'node:stream/consumers';
import type * as prompts from '@inquirer/prompts';
import { Interrupted, UsageError } from '../failures';
import { escaped } from '../output/escape';
import { variable } from '../settings';
import type { World } from '../world';
import { readSecretFile, readText } from './files';

type Prompts = typeof prompts;

/** Asks a yes-or-no question; null if there is no terminal. */
export function askYesNo(question: string, world: World): Promise<boolean | null> {
  const message = escaped(question);
  return ask(world, false, ({ confirm }, terminal) => confirm({ message, default: false, theme }, terminal));
}

/** Asks for a secret without echo; null if there is no terminal. */
export async function askSecret(question: string, world: World): Promise<string | null> {
  // The prompt would otherwise show the secret on Ctrl-T.
  const options = { message: escaped(question), toggleMask: false, theme };
  const secret = await ask(world, '', ({ password }, terminal) => password(options, terminal));
  return secret?.trim() ?? null;
}

/** The possible sources of a secret. Arguments are not a source, because every user of a machine can see them. */
export interface SecretSource {
  /** The name in a sentence such as "The password: ". */
  name: string;
  /** The option that names a file, and the file; `-`: standard input, or a prompt. */
  option: string;
  file: string | undefined;
  /** The environment variable. */
  variable: string;
  /** Whether the secret has several lines, as keys in PEM have. */
  isText?: true;
}

/**
 * Reads a secret from its file, the environment or, without echo, the terminal.
 * @throws UsageError if no source has it
 */
export async function secretFrom(source: SecretSource, world: World): Promise<string> {
  const { name, option, file } = source;
  if (source.isText && (file !== undefined || !variable(world, source.variable))) {
    if (file === undefined) throw new UsageError(`Provide the ${name} with ${option} or ${source.variable}`);
    return readText(file, world);
  }
  if (file !== undefined && file !== '-') return readSecretFile(file, world);
  const piped = file === '-' && !world.stdin.isTTY;
  const secret = piped
    ? (await textOf(world.stdin)).replace(/\r?\n$/, '')
    : ((file === undefined ? variable(world, source.variable) : undefined) ??
      (await askSecret(`Enter the ${name}:`, world)));
  if (!secret) throw new UsageError(`Provide the ${name} with ${option} or ${source.variable}`);
  return secret;
}

const asIs = (text: string): string => text;
/** Without colors: stderr may not be the terminal. */
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
 * @param nothing the result if the user ends the input instead of answering
 * @throws Interrupted
 */
async function ask<T>(
  { stdin, stderr, signal }: World,
  nothing: T,
  prompt: (prompts: Prompts, terminal: NonNullable<Parameters<Prompts['confirm']>[1]>) => Promise<T>,
): Promise<T | null> {
  if (!stdin.isTTY) return null;
  // Loaded on demand, because loading it takes longer than the rest of the command.
  const loaded = await import('@inquirer/prompts');
  const ended = new AbortController();
  // At the end of the input (Ctrl-D) a prompt would never settle, and Node would exit with 0.
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
