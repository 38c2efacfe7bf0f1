import { AppError } from '@carillon/contracts';
import { RateLimited } from './rate-limited';

/** Waits for a service; where that one says that it is too much, and for how long, the answer says so as for any limit. */
export async function toldToWait<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
    throw new RateLimited(error.detail, Number(error.extra.retryAfter));
  }
}
