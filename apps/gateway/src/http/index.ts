import { DatabaseClock, type Feature } from '@carillon/platform';
import { Claims } from './idempotency/claims';
import { IdempotencyKeyRecord, IdempotencyKeySchema, IdempotencyKeys } from './idempotency/idempotency-keys';
import { IdempotencyUsage } from './idempotency/idempotency-usage';
import { InputGuard } from './input/input.guard';
import { LongAnswers } from './long-answers';
import { Lists } from './paging/lists';
import { ProblemFilter } from './problems/problem.filter';
import { FailedAuthenticationLimiter } from './rate-limits/failed-authentication-limiter';
import { KeyLimits } from './rate-limits/key-limits';
import { SharedLimits } from './rate-limits/shared-limits';

/** Input, errors, lists, rate limits and idempotency of all requests. */
export const http: Feature = {
  collections: [{ name: IdempotencyKeyRecord.name, schema: IdempotencyKeySchema }],
  providers: [
    SharedLimits,
    KeyLimits,
    FailedAuthenticationLimiter,
    InputGuard,
    ProblemFilter,
    Lists,
    LongAnswers,
    DatabaseClock,
    IdempotencyKeys,
    Claims,
    IdempotencyUsage,
  ],
};
