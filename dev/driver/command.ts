import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const root = join(__dirname, '../..');

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the built command in the checkout. The command uses the stack of these tests unless `env` selects another. */
export function start(
  args: readonly string[],
  env: Record<string, string> = {},
): ChildProcessWithoutNullStreams {
  return run(join(root, 'clients/cli/carillon.mjs'), args, env);
}

/** Runs the command until it exits. */
export async function carillon(
  args: readonly string[],
  { env, piped = '' }: { env?: Record<string, string>; piped?: string } = {},
): Promise<Ended> {
  return ended(start(args, env), piped);
}

/** Runs the lines of a page as if they were pasted into a shell. */
export function paste(lines: string): Promise<Ended> {
  return ended(run('bash', ['-e', '-c', lines], {}));
}

function run(program: string, args: readonly string[], env: Record<string, string>) {
  const folder = resolve(process.env.CARILLON_FOLDER ?? '.carillon');
  const own = { CARILLON_FOLDER: folder, NODE_OPTIONS: '', NO_COLOR: '1', ...env };
  return spawn(program, args, { cwd: root, env: { ...process.env, ...own } });
}

async function ended(child: ChildProcessWithoutNullStreams, piped = ''): Promise<Ended> {
  // A command that exits early does not read all its input.
  child.stdin.on('error', () => undefined).end(piped);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}
