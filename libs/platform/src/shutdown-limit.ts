import type { Logger } from './logger';

/**
 * Docker's and Kubernetes' grace is 30 s here; what is in flight has 25 s of it, and the connections some more. Only what
 * never answers any more, such as a frozen broker or database, takes longer.
 */
const LIMIT_MS = 28_000;

interface Signalled {
  once(signal: NodeJS.Signals, listener: () => void): unknown;
  exit(code: number): void;
}

/** Ends the process if a shutdown does not come to its end: nothing that was acknowledged is lost by it. */
export function limitShutdown(log: Logger, running: Signalled = process): void {
  const begin = (): void => {
    setTimeout(() => {
      log.error('the shutdown did not come to its end and is broken off');
      running.exit(1);
    }, LIMIT_MS).unref();
  };
  running.once('SIGTERM', begin);
  running.once('SIGINT', begin);
}
