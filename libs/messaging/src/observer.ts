import { AppError } from '@carillon/contracts';

/**
 * How a request ended for its caller. `refused`: a rule of the owner refused it; `failed`: an error occurred in the
 * owner.
 */
export type RequestResult = 'answered' | 'refused' | 'unavailable' | 'timeout' | 'failed';

/**
 * The result of a message in a process. `refused`: a command got an expected error; `retried`: it is delivered again
 * later; `returned`: it is in its queue again.
 */
export type HandlingResult = 'done' | 'refused' | 'failed' | 'retried' | 'dead' | 'returned';

export interface HandledMessage {
  /** The message's name; `unknown`: the name does not exist in this release. */
  message: string;
  queue: string;
  result: HandlingResult;
  /** How long this process had the message (seconds). */
  seconds: number;
  /**
   * The time since the message was sent, measured with the clocks of both machines (seconds). Null: its handling isn't
   * complete.
   */
  ageSeconds: number | null;
}

/** Observes every message of a process: counts and times, but never a payload. */
export interface MessagingObserver {
  /** An event or a broadcast. `stored`: whether the broker confirmed it. */
  published(message: string, stored: boolean): void;
  requested(owner: string, result: RequestResult, seconds: number): void;
  handled(handled: HandledMessage): void;
}

export const nobody: MessagingObserver = {
  published: () => undefined,
  requested: () => undefined,
  handled: () => undefined,
};

/** The result of a request that got an error or no reply. */
export function resultOf(error: unknown): RequestResult {
  if (!(error instanceof AppError) || error.kind === 'internal') return 'failed';
  if (error.code === 'timeout') return 'timeout';
  return error.kind === 'unavailable' ? 'unavailable' : 'refused';
}
