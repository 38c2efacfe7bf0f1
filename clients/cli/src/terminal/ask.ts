import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Interrupted } from '../failures';
import type { World } from '../world';

type Terminal = Pick<World, 'stdin' | 'stderr' | 'signal'>;

/** Asks yes or no; null when there is nobody to ask. */
export async function askYesNo(question: string, world: Terminal): Promise<boolean | null> {
  if (!world.stdin.isTTY) return null;
  const answer = await ask(`${question} [y/N] `, world, world.stderr);
  return /^y(es)?$/i.test(answer.trim());
}

/** Asks for a secret, which is not shown; null when there is nobody to ask. */
export async function askSecret(question: string, world: Terminal): Promise<string | null> {
  if (!world.stdin.isTTY) return null;
  world.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const answer = await ask('', world, nowhere);
  world.stderr.write('\n');
  return answer.trim();
}

/** @throws Interrupted */
async function ask(question: string, { stdin, signal }: Terminal, output: Writable): Promise<string> {
  const [interrupted, ended] = [new AbortController(), new AbortController()];
  const lines = createInterface({ input: stdin, output, terminal: true });
  // In raw mode Ctrl-C comes as a key, and so does Ctrl-D.
  lines.once('SIGINT', () => interrupted.abort());
  lines.once('close', () => ended.abort());
  const over = AbortSignal.any([signal, interrupted.signal, ended.signal]);
  try {
    return await lines.question(question, { signal: over });
  } catch (error) {
    if (interrupted.signal.aborted) throw new Interrupted();
    if (ended.signal.aborted) return '';
    throw error;
  } finally {
    lines.close();
  }
}
