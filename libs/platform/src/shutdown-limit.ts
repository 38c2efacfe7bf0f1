import type { Logger } from './logger';

/**
 * The limit of a shutdown (milliseconds). The grace period of Docker and Kubernetes is 30 s here; work in flight has 25
 * s of it, and the connections have the remaining time. Only a dependency that never responds again, such as a frozen
 * broker or database, takes longer.
 */
export const SHUTDOWN_LIMIT_MS = 28_000;

interface Signalled {
  once(signal: NodeJS.Signals, listener: () => void): unknown;
  exit(code: number): void;
}

/** Ends the process if a shutdown does not complete in time: nothing that was acknowledged is lost. */
export function limitShutdown(log: Logger, running: Signalled = process): void {
  const begin = (): void => {
    setTimeout(() => {
      log.error('shutdown took too long and was aborted');
      running.exit(1);
    }, SHUTDOWN_LIMIT_MS).unref();
  };
  running.once('SIGTERM', begin);
  running.once('SIGINT', begin);
}
