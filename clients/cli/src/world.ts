import type { Readable, Writable } from 'node:stream';

/** A stream that may be a terminal. */
export interface Screen extends Writable {
  isTTY?: boolean;
  /** Cells in a line. */
  columns?: number;
  hasColors?: () => boolean;
}

export interface Keyboard extends Readable {
  isTTY?: boolean;
}

/** What the client has of the outside: a test brings its own. */
export interface World {
  env: Record<string, string | undefined>;
  cwd: string;
  home: string;
  stdin: Keyboard;
  stdout: Screen;
  stderr: Screen;
  fetch: typeof fetch;
  /** Milliseconds; what a retry or a watch waits by. Rejects when the signal is aborted. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}
