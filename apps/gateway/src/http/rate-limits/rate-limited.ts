import { AppError } from '@carillon/contracts';

/** The error for exceeding a rate limit. */
export class RateLimited extends AppError {
  /** `afterS`: whole seconds until another try may succeed. */
  constructor(
    detail: string,
    readonly afterS: number,
  ) {
    super('rate_limited', detail, [], { retryAfter: String(afterS) });
  }
}
