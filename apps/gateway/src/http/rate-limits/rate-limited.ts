import { AppError } from '@carillon/contracts';

/** More than was agreed on. */
export class RateLimited extends AppError {
  /** `afterS`: whole seconds until another try may be let through. */
  constructor(
    detail: string,
    readonly afterS: number,
  ) {
    super('rate_limited', detail);
  }
}

/** Waits for a service; where that one says that it is too much, and for how long, the answer says so as for any limit. */
export async function toldToWait<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
    throw new RateLimited(error.detail, Number(error.extra.retryAfter));
  }
}
