type Fields = Record<string, unknown>;

/**
 * The log of this library. It contains names and IDs, but never a payload. pino and the platform's Logger fit this
 * interface.
 */
export interface MessagingLog {
  info(fields: Fields, message: string): void;
  warn(fields: Fields, message: string): void;
  error(fields: Fields, message: string): void;
}

/** Returns the message of an error, as a log field. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
