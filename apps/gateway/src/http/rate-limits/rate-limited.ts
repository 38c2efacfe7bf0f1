import { AppError, type FieldError } from '@carillon/contracts';

/** The error for exceeding a rate limit. */
export class RateLimited extends AppError {
  /** `afterS`: whole seconds until another try may succeed. `fields`: what would let the same request pass at once. */
  constructor(
    detail: string,
    readonly afterS: number,
    fields: readonly FieldError[] = [],
  ) {
    super('rate_limited', detail, fields, { retryAfter: String(afterS) });
  }
}
