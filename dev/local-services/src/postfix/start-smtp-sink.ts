import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { FetchOptions } from '../install/unpacked-package';
import { answersTcp } from '../processes/answers';
import { findPostfixProgram } from './find-postfix';

const BACKLOG = '1000';
const READY_TRIES = 1_200;
const READY_PAUSE_MS = 50;

/**
 * Starts Postfix's smtp-sink on this port of the loopback address, and resolves when it listens. Its flags define its
 * misbehavior. The sink accepts and drops every email, and prints `mesg=   42` and a carriage return for each.
 */
export async function startSmtpSink(
  port: number,
  flags: readonly string[],
  options: FetchOptions,
): Promise<ChildProcess & { pid: number }> {
  const { command, environment } = await findPostfixProgram('smtp-sink', options);
  const privileges = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(command, ['-c', ...privileges, ...flags, `127.0.0.1:${port}`, BACKLOG], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child, 'spawn');
  const { pid } = child;
  for (let tries = 0; tries < READY_TRIES && child.exitCode === null; tries++) {
    if (pid !== undefined && (await answersTcp(port))) return Object.assign(child, { pid });
    await pause(READY_PAUSE_MS);
  }
  child.kill();
  throw new Error(`smtp-sink does not listen on port ${port}`);
}
