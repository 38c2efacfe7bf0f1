import type { Readable, Writable } from 'node:stream';

/** A stream that may be a terminal. */
export interface Screen extends Writable {
  isTTY?: boolean;
  /** The width (cells). */
  columns?: number;
  hasColors?: () => boolean;
}

export interface Keyboard extends Readable {
  isTTY?: boolean;
}

/** The environment of the client; tests provide their own. */
export interface World {
  env: Record<string, string | undefined>;
  cwd: string;
  home: string;
  stdin: Keyboard;
  stdout: Screen;
  stderr: Screen;
  fetch: typeof fetch;
  /** Waits (milliseconds), before a retry or between updates. Rejects when the signal is aborted. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}
