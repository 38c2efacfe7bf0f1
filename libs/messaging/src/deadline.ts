import { AsyncLocalStorage } from 'node:async_hooks';

/** When the caller of the running command stops waiting, by `performance.now()`. */
const storage = new AsyncLocalStorage<number>();

/** Runs the work of a command whose caller waits this long (milliseconds). */
export function withDeadline<T>(timeoutMs: number, work: () => T): T {
  return storage.run(performance.now() + timeoutMs, work);
}

/** Runs work that continues after the command that starts it. */
export function withoutDeadline<T>(work: () => T): T {
  return storage.exit(work);
}

/**
 * How long the caller of the running command still waits (milliseconds). Zero or less: it has stopped waiting. Null:
 * outside of commands.
 */
export function timeLeft(): number | null {
  const end = storage.getStore();
  return end === undefined ? null : end - performance.now();
}

/** Whether the caller of the running command has stopped waiting, so that the result is no longer needed. */
export function hasCallerLeft(): boolean {
  return (timeLeft() ?? Infinity) <= 0;
}
