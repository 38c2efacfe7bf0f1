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
export class Failure extends Error {
  override readonly name: string = 'Failure';

  constructor(
    message: string,
    readonly exitCode: ExitCode,
  ) {
    super(message);
  }
}

/** The words on the command line, or the settings around it, make no sense. */
export class UsageError extends Failure {
  override readonly name = 'UsageError';

  constructor(message: string) {
    super(message, exitCodes.usage);
  }
}

/** It cannot be done, and no other try will help. */
export class Refusal extends Failure {
  override readonly name = 'Refusal';

  constructor(message: string) {
    super(message, exitCodes.refused);
  }
}

/** It was carried out, and not all of it went well. */
export class Unwell extends Failure {
  override readonly name = 'Unwell';

  constructor(message: string) {
    super(message, exitCodes.unwell);
  }
}

/** The API could not be reached. */
export class Unreachable extends Failure {
  override readonly name = 'Unreachable';

  constructor(message: string) {
    super(message, exitCodes.unreachable);
  }
}

/** The user has had enough. */
export class Interrupted extends Failure {
  override readonly name = 'Interrupted';

  constructor() {
    super('Interrupted', exitCodes.interrupted);
  }
}
