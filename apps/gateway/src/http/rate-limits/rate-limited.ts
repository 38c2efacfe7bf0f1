import { AppError, type FieldError } from '@carillon/contracts';

/** The error for exceeding a rate limit. */
export class RateLimited extends AppError {
  /**
   * `afterS`: whole seconds until a retry can succeed. `fields`: fields that would admit the same request immediately.
   */
  constructor(
    detail: string,
    readonly afterS: number,
    fields: readonly FieldError[] = [],
  ) {
    super('rate_limited', detail, fields, { retryAfter: String(afterS) });
  }
}
