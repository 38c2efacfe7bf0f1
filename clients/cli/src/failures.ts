/** How the command ends; docs/cli.md explains them. */
export const exitCodes = {
  ok: 0,
  refused: 1,
  usage: 2,
  unreachable: 3,
  unwell: 4,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends the command with a message for people. */
export abstract class Failure extends Error {
  abstract readonly exitCode: ExitCode;
}

/** The words on the command line, or the settings around it, make no sense. */
export class UsageError extends Failure {
  readonly exitCode = exitCodes.usage;
}

/** It cannot be done, and no other try will help. */
export class Refusal extends Failure {
  readonly exitCode = exitCodes.refused;
}

/** It was carried out, and not all of it went well. */
export class Unwell extends Failure {
  readonly exitCode = exitCodes.unwell;
}

/** The API could not be reached, or what answers is not the API. */
export class Unreachable extends Failure {
  readonly exitCode = exitCodes.unreachable;
}

/** The user has had enough. */
export class Interrupted extends Failure {
  readonly exitCode = exitCodes.interrupted;
}

/** What went wrong, in words. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
