import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import type { Environment } from '../local-server';

const SHORT_MS = 60_000;
/** The directories of system services' programs, which are not on every user's PATH. */
const SYSTEM_PLACES = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/sbin', '/usr/local/opt/rabbitmq/sbin'];
const LONG_LINE = /^(.{400}).+$/gm;

export interface CommandOptions {
  environment: Environment;
  /** The time limit of the command (milliseconds). */
  timeoutMs: number;
  /** The time limit for the command's first output (milliseconds). */
  firstWordMs?: number;
  /** Ends the command. */
  signal?: AbortSignal | undefined;
}

export interface CommandResult {
  ok: boolean;
  /** Both output streams, in the order of arrival. */
  output: string;
  /**
   * The reason why the command failed, in one line: its last output, that it is missing, or that it took too long.
   */
  failure: string;
}

/** Runs a short command until it exits. A command that is missing, fails, or hangs is a result, not an exception. */
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
    const first = setTimeout(giveUp, firstWordMs, `printed nothing for ${seconds(firstWordMs)}`);
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
    child.once('error', () => done(`${command} is not installed`));
    child.once('close', (code) => {
      const lastLine = output.trim().split('\n').at(-1)?.trim() ?? '';
      const failed = `failed: ${lastLine === '' ? `exit code ${code ?? 'unknown'}` : lastLine}`;
      done(code === 0 && givenUp === undefined ? '' : `${command} ${givenUp ?? failed}`);
    });
  });
}

/** Sends SIGKILL to a process and the group that it leads. A process that has already ended is not an error. */
export function killGroup(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  }
}

/**
 * Returns the full path of a program on this PATH or in the directories of system services, or null if it is missing.
 */
export async function findProgram(name: string, path: string | undefined): Promise<string | null> {
  const environment = { PATH: [path ?? '', ...SYSTEM_PLACES].join(delimiter) };
  const found = await runCommand('/bin/sh', ['-c', `command -v ${name}`], {
    environment,
    timeoutMs: SHORT_MS,
  });
  return found.ok ? found.output.trim() : null;
}

/** Returns the last lines of a log, with long lines shortened. Returns an empty text if the log is missing. */
export async function endOfLog(file: string): Promise<string> {
  const environment = { PATH: process.env.PATH };
  const tail = await runCommand('tail', ['-n', '12', file], { environment, timeoutMs: SHORT_MS });
  return tail.ok ? cut(tail.output) : '';
}

/** Shortens lines of a log for a message about the reason why a server does not respond. */
export function cut(lines: string): string {
  return lines.trimEnd().replace(LONG_LINE, '$1 …');
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1000)} s`;
}
