import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
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

async function ask(question: string, { stdin, signal }: Terminal, output: Writable): Promise<string> {
  const interrupted = new AbortController();
  const lines = createInterface({ input: stdin, output, terminal: true });
  // In raw mode Ctrl-C comes as a key.
  lines.once('SIGINT', () => interrupted.abort());
  lines.once('close', () => interrupted.abort());
  try {
    return await lines.question(question, { signal: AbortSignal.any([signal, interrupted.signal]) });
  } finally {
    lines.removeAllListeners('close');
    lines.close();
  }
}
