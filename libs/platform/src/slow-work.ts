import { AppError } from '@carillon/contracts';

export interface SlowWorkLimits {
  /** Under way at once in this process. */
  all: number;
  /** Under way at once for one user. */
  each: number;
}

/** Seconds after which it is worth another try. */
const RETRY_AFTER_S = 5;

/**
 * Work that waits for somebody outside, who may take his time: a service must have room left for all else, and a user
 * who keeps some of them waiting must not have them all.
 */
export class SlowWork {
  private readonly underWay = new Map<string, number>();
  private total = 0;

  constructor(private readonly limits: SlowWorkLimits) {}

  /** @throws AppError rate_limited, with extra.retryAfter in seconds, to a user who has enough; service_unavailable */
  async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const ofUser = this.underWay.get(userId) ?? 0;
    if (ofUser >= this.limits.each) throw enough(this.limits.each);
    if (this.total >= this.limits.all)
      throw new AppError('service_unavailable', 'Too many others do the same');
    this.count(userId, 1);
    try {
      return await work();
    } finally {
      this.count(userId, -1);
    }
  }

  private count(userId: string, change: 1 | -1): void {
    this.total += change;
    const ofUser = (this.underWay.get(userId) ?? 0) + change;
    if (ofUser > 0) this.underWay.set(userId, ofUser);
    else this.underWay.delete(userId);
  }
}

function enough(each: number): AppError {
  const detail = `At most ${each} of these may be under way at once`;
  return new AppError('rate_limited', detail, [], { retryAfter: String(RETRY_AFTER_S) });
}
