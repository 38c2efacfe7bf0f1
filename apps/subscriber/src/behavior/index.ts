import type { Feature } from '@carillon/mongo';
import { Behavior } from './behavior';
import { BehaviorBatchRecord, BehaviorBatchSchema, BehaviorBatches } from './behavior-batches';
import { BehaviorFeedRecord, BehaviorFeedSchema, BehaviorFeeds } from './behavior-feeds';
import { BehaviorSetRecord, BehaviorSetSchema, BehaviorSets } from './behavior-sets';
import { FollowBehavior } from './follow-behavior';
import { IndexBatches } from './index-batches';
import { IndexReplies } from './index-replies';

export { Behavior, type PastBehavior, type PreparedBehavior } from './behavior';

/** What people did with campaigns, for segments. */
export const behavior: Feature = {
  collections: [
    { name: BehaviorFeedRecord.name, schema: BehaviorFeedSchema },
    { name: BehaviorBatchRecord.name, schema: BehaviorBatchSchema },
    { name: BehaviorSetRecord.name, schema: BehaviorSetSchema },
  ],
  providers: [
    Behavior,
    BehaviorBatches,
    BehaviorFeeds,
    BehaviorSets,
    FollowBehavior,
    IndexBatches,
    IndexReplies,
  ],
};
