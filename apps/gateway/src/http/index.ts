import { DatabaseClock, type Feature } from '@carillon/mongo';
import { Claims } from './idempotency/claims';
import { IdempotencyKeyRecord, IdempotencyKeySchema, IdempotencyKeys } from './idempotency/idempotency-keys';
import { IdempotencyUsage } from './idempotency/idempotency-usage';
import { InputGuard } from './input/input.guard';
import { Lists } from './paging/lists';
import { ProblemFilter } from './problems/problem.filter';
import { FailedAuthenticationLimiter } from './rate-limits/failed-authentication-limiter';
import { KeyLimits } from './rate-limits/key-limits';
import { SharedLimits } from './rate-limits/shared-limits';
import { WorkLimits } from './rate-limits/work-limits';

/** Input, errors, lists, rate limits, and idempotency of all requests. */
export const http: Feature = {
  collections: [{ name: IdempotencyKeyRecord.name, schema: IdempotencyKeySchema }],
  providers: [
    SharedLimits,
    KeyLimits,
    FailedAuthenticationLimiter,
    InputGuard,
    ProblemFilter,
    Lists,
    WorkLimits,
    DatabaseClock,
    IdempotencyKeys,
    Claims,
    IdempotencyUsage,
  ],
};
