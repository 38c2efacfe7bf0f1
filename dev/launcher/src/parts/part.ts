import type { Phase } from '@carillon/stack';

/** A process that the launcher starts, watches, and stops: a service, the broker, or the database. */
export interface Part {
  readonly name: string;
  readonly phase: Phase;
  /** Resolves when the part is ready. An aborted start leaves nothing behind. */
  start(signal: AbortSignal): Promise<RunningPart>;
}

export interface RunningPart {
  /** Absent if the part is not a local process. */
  readonly pid?: number | undefined;
  /** A short note for the terminal, such as the part's address. */
  readonly note: string;
  /** Resolves with the reason when the part ends, whether expected or not. */
  readonly exited: Promise<string>;
  stop(graceMs: number): Promise<void>;
}
