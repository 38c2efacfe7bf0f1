import type { Phase } from '@carillon/stack';

/** Something that the launcher starts, watches and stops: a service, the broker, the database. */
export interface Part {
  readonly name: string;
  readonly phase: Phase;
  /** Resolves when it is ready to be used. An aborted start leaves nothing behind. */
  start(signal: AbortSignal): Promise<RunningPart>;
}

export interface RunningPart {
  /** Absent where it is no process of this machine. */
  readonly pid?: number | undefined;
  /** What is worth knowing of it, in a few words: where it is. */
  readonly note: string;
  /** Resolves, with how, when it ends for whatever reason. */
  readonly exited: Promise<string>;
  stop(graceMs: number): Promise<void>;
}
