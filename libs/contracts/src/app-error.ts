import { type ErrorCode, type ErrorKind, type FieldCode, errorCodes } from './error-codes';

/** One invalid field: `field` is a dotted path with indexes (`groups.1`), empty for the entire value. */
export interface FieldError {
  field: string;
  code: FieldCode;
  detail: string;
  /** Where the error is in the text of the field, from 1. Absent: the field as a whole. */
  line?: number;
  column?: number;
}

/**
 * The form in which an AppError crosses services. `extra` are members of the HTTP problem beyond the standard ones.
 */
export interface AppErrorJson {
  code: ErrorCode;
  detail: string;
  fields: FieldError[];
  extra: Record<string, string>;
}

/** The only class of expected errors. It stays intact across RPC, and only the gateway converts it to HTTP. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly kind: ErrorKind;

  constructor(
    readonly code: ErrorCode,
    readonly detail: string = errorCodes[code].title,
    readonly fields: readonly FieldError[] = [],
    readonly extra: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(`${code}: ${detail}`, options);
    this.kind = errorCodes[code].kind;
  }

  toJSON(): AppErrorJson {
    return { code: this.code, detail: this.detail, fields: [...this.fields], extra: { ...this.extra } };
  }

  /** Parses the output of `toJSON`. Anything else becomes `internal`, so that a broken reply is still an error. */
  static fromJSON(value: unknown): AppError {
    const json = value as Partial<AppErrorJson> | null;
    if (typeof json?.code !== 'string' || !Object.hasOwn(errorCodes, json.code)) {
      return new AppError('internal', 'The service returned an unreadable error');
    }
    return new AppError(json.code, json.detail, json.fields, json.extra);
  }
}
