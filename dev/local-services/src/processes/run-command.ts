import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import type { Environment } from '../local-server';

const SHORT_MS = 10_000;
/** Where system services' programs are; not on the PATH of everybody. */
const SYSTEM_PLACES = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/sbin', '/usr/local/opt/rabbitmq/sbin'];
const LONG_LINE = /^(.{400}).+$/gm;

export interface CommandOptions {
  environment: Environment;
  /** The command is ended after so long (milliseconds). */
  timeoutMs: number;
  /** The command is ended when it says nothing at all for so long at its beginning (milliseconds). */
  firstWordMs?: number;
  /** Ends the command. */
  signal?: AbortSignal | undefined;
}

export interface CommandResult {
  ok: boolean;
  /** Both streams, in the order of arrival. */
  output: string;
  /** Why it is not ok, in one line: the last thing it said, that it is missing, or that it took too long. */
  failure: string;
}

/** Runs a short command to its end. A command that is missing, fails or hangs is a result, not an exception. */
export function runCommand(
  command: string,
  args: readonly string[],
  { environment, timeoutMs, firstWordMs = timeoutMs, signal }: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    let givenUp: string | undefined;
    const giveUp = (why: string): void => {
      givenUp = why;
      if (child.pid !== undefined) killGroup(child.pid);
    };
    const stop = (): void => giveUp('was stopped');
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted === true) stop();
    const whole = setTimeout(giveUp, timeoutMs, `took longer than ${seconds(timeoutMs)}`);
    const first = setTimeout(giveUp, firstWordMs, `said nothing for ${seconds(firstWordMs)}`);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        clearTimeout(first);
        output += chunk.toString();
      });
    const done = (failure: string): void => {
      clearTimeout(whole);
      clearTimeout(first);
      signal?.removeEventListener('abort', stop);
      resolve({ ok: failure === '', output, failure });
    };
    child.once('error', () => done(`${command} is not there`));
    child.once('close', (code) => {
      const said = output.trim().split('\n').at(-1)?.trim() ?? '';
      const failed = `failed: ${said === '' ? `exit code ${code ?? 'unknown'}` : said}`;
      done(code === 0 && givenUp === undefined ? '' : `${command} ${givenUp ?? failed}`);
    });
  });
}

/** SIGKILL to a process and the group it leads. A process that is gone already is no error. */
export function killGroup(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // It has ended in the meantime.
    }
  }
}

/** The full path of a program on this PATH or among the system's services; null when there is none. */
export async function findProgram(name: string, path: string | undefined): Promise<string | null> {
  const environment = { PATH: [path ?? '', ...SYSTEM_PLACES].join(delimiter) };
  const found = await runCommand('/bin/sh', ['-c', `command -v ${name}`], {
    environment,
    timeoutMs: SHORT_MS,
  });
  return found.ok ? found.output.trim() : null;
}

/** The last lines of a log, the long ones among them cut. Empty when there is no log. */
export async function endOfLog(file: string): Promise<string> {
  const environment = { PATH: process.env.PATH };
  const tail = await runCommand('tail', ['-n', '12', file], { environment, timeoutMs: SHORT_MS });
  return tail.ok ? cut(tail.output) : '';
}

/** Lines of a log as they are shown, for a message about why a server does not answer. */
export function cut(lines: string): string {
  return lines.trimEnd().replace(LONG_LINE, '$1 …');
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1000)} s`;
}
