import { spawn } from 'node:child_process';

export interface CommandOptions {
  environment: Readonly<Record<string, string | undefined>>;
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
  options: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: options.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    let tooLong: string | undefined;
    const giveUp = (why: string) => () => {
      tooLong = why;
      endGroup(child.pid);
    };
    const whole = setTimeout(giveUp(`took longer than ${seconds(options.timeoutMs)}`), options.timeoutMs);
    const stop = giveUp('was stopped');
    options.signal?.addEventListener('abort', stop, { once: true });
    if (options.signal?.aborted === true) stop();
    const firstWordMs = options.firstWordMs ?? options.timeoutMs;
    const first = setTimeout(giveUp(`said nothing for ${seconds(firstWordMs)}`), firstWordMs);
    const collect = (chunk: Buffer): void => {
      clearTimeout(first);
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const done = (ok: boolean, failure: string): void => {
      clearTimeout(whole);
      clearTimeout(first);
      options.signal?.removeEventListener('abort', stop);
      resolve({ ok, output, failure });
    };
    child.once('error', () => done(false, `${command} is not there`));
    child.once('close', (code) => {
      const ok = code === 0 && tooLong === undefined;
      done(
        ok,
        ok
          ? ''
          : `${command} ${tooLong ?? `failed: ${lastLine(output) || `exit code ${code ?? 'unknown'}`}`}`,
      );
    });
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself at that moment.
  }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? '';
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1000)} s`;
}
