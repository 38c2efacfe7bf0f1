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
