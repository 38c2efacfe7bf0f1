import { CarillonError } from '@carillon/sdk';

/** The exit codes; docs/cli.md explains them. */
export const exitCodes = {
  ok: 0,
  refused: 1,
  usage: 2,
  unreachable: 3,
  unwell: 4,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends the command with a message. */
export abstract class Failure extends Error {
  abstract readonly exitCode: ExitCode;
}

/** The arguments or the settings are invalid. */
export class UsageError extends Failure {
  readonly exitCode = exitCodes.usage;
}

/** The action is not possible, and another attempt will not help. */
export class Refusal extends Failure {
  readonly exitCode = exitCodes.refused;
}

/** The action was performed, but only partly succeeded. */
export class Unwell extends Failure {
  readonly exitCode = exitCodes.unwell;
}

/** The API cannot be reached, or another server responds at its address. */
export class Unreachable extends Failure {
  readonly exitCode = exitCodes.unreachable;
}

/** The user interrupted the command. */
export class Interrupted extends Failure {
  readonly exitCode = exitCodes.interrupted;
}

/** Returns the exit code for an error. Temporary failures aren't refusals. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof Failure) return error.exitCode;
  return error instanceof CarillonError && error.isTemporary ? exitCodes.unreachable : exitCodes.refused;
}

/** Returns the message of an error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
