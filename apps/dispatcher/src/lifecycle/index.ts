import type { LeaderFeature } from '../leader';
import { CampaignEventsController } from './campaign-events.controller';
import { DispatchLifecycle } from './lifecycle';
import { CountRetryable, WalkRetries } from './retries';

export { CountRetryable } from './retries';

/** Handles the lifecycle of campaigns: publish, pause, resume, retry, cancel, and delete. */
export const lifecycle: LeaderFeature = {
  controllers: [CampaignEventsController],
  providers: [DispatchLifecycle, CountRetryable],
  leaderTasks: [WalkRetries],
};
