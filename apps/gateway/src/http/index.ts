import type { Feature } from '@carillon/platform';
import { InputGuard } from './input/input.guard';
import { Lists } from './paging/lists';
import { ProblemFilter } from './problems/problem.filter';
import { FailedAuthenticationLimiter } from './rate-limits/failed-authentication-limiter';
import { KeyLimits } from './rate-limits/key-limits';
import { SharedLimits } from './rate-limits/shared-limits';

/** Input, errors, lists and rate limits of all requests. */
export const http: Feature = {
  providers: [SharedLimits, KeyLimits, FailedAuthenticationLimiter, InputGuard, ProblemFilter, Lists],
};
