import type { LeaderFeature } from '../leader';
import { CampaignEventsController } from './campaign-events.controller';
import { DispatchLifecycle } from './lifecycle';
import { CountRetryable, WalkRetries } from './retries';

export { CountRetryable } from './retries';

/** Publish, pause, resume, retry, cancel, delete. */
export const lifecycle: LeaderFeature = {
  controllers: [CampaignEventsController],
  providers: [DispatchLifecycle, CountRetryable],
  leaderTasks: [WalkRetries],
};
