type Fields = Record<string, unknown>;

/** Where this library writes what it notices: names and ids, never a payload. pino and the platform's Logger fit. */
export interface MessagingLog {
  info(fields: Fields, message: string): void;
  warn(fields: Fields, message: string): void;
  error(fields: Fields, message: string): void;
}

/** What went wrong, as a log field. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
