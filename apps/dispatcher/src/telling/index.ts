import type { LeaderFeature } from '../leader';
import { TellWebhooks } from './tell-webhooks';

/** Tells webhooks what happens. */
export const telling: LeaderFeature = {
  leaderTasks: [TellWebhooks],
};
