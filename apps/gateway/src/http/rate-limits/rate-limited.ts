import { AppError } from '@carillon/contracts';

/** The error for exceeding a rate limit. */
export class RateLimited extends AppError {
  /** `afterS`: whole seconds until another try may succeed. */
  constructor(
    detail: string,
    readonly afterS: number,
  ) {
    super('rate_limited', detail);
  }
}

/**
 * Waits for a service; if it refuses because of a rate limit, with a time to wait, the answer has the headers of any
 * rate limit.
 */
export async function toldToWait<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
    throw new RateLimited(error.detail, Number(error.extra.retryAfter));
  }
}
