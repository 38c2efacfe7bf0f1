import type { AppError } from '@carillon/contracts';

/** Where a service keeps its data, for the parts of the platform that depend on it. */
export abstract class Storage {
  abstract isReady(): Promise<boolean>;

  /**
   * Returns an outage or an overload as a service_unavailable error, so that callers wait and try again. Returns null
   * for other errors.
   */
  abstract classify(error: unknown): AppError | null;
}
