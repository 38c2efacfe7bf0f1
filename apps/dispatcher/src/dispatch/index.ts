import type { LeaderFeature } from '../leader';
import { CampaignCosts } from './campaign-costs';
import { CompletionRelay } from './completion-relay';
import { CompleteOpen, Completions } from './completions';
import { CountAgain, countEndedCampaigns } from './count-again';
import { ContentRecord, ContentSchema, ContentStore } from './content-store';
import { DispatchRecord, DispatchSchema } from './dispatch';
import { DispatchOutbox } from './dispatch-outbox';
import { DispatchPlanning } from './dispatch-planning';
import { DispatchRetention } from './dispatch-retention';
import { Dispatches } from './dispatches';
import { EndedDispatches } from './ended-dispatches';
import { ReturnRates } from './return-rates';

export { CampaignCosts } from './campaign-costs';
export { CompletionRelay } from './completion-relay';
export { Completions } from './completions';
export { type Brief, ContentStore } from './content-store';
export {
  type Dispatch,
  mayGetPages,
  NOT_OPENED,
  firstOf,
  type Obstacle,
  type PendingWebhookEvent,
  type Plannable,
  type Retrying,
  type Routes,
  sourcesOf,
} from './dispatch';
export { type DispatchWithWebhookEvents, DispatchOutbox } from './dispatch-outbox';
export { DispatchPlanning } from './dispatch-planning';
export { DispatchRetention, type DueCheck } from './dispatch-retention';
export { Dispatches } from './dispatches';
export { EndedDispatches, type UserPeriod } from './ended-dispatches';
export { localDay } from './local-days';
export { ReturnRates } from './return-rates';
export {
  cancel,
  type LifecycleState,
  pause,
  publish,
  remove,
  resume,
  retry,
  type Transition,
} from './transitions';

/** Runs the sending of a campaign, from its order to its completion. */
export const dispatch: LeaderFeature = {
  collections: [
    { name: DispatchRecord.name, schema: DispatchSchema },
    { name: ContentRecord.name, schema: ContentSchema },
  ],
  providers: [
    Dispatches,
    EndedDispatches,
    CampaignCosts,
    DispatchOutbox,
    DispatchPlanning,
    DispatchRetention,
    ContentStore,
    Completions,
    CompletionRelay,
    ReturnRates,
  ],
  leaderTasks: [CompleteOpen, CountAgain],
  migrations: [countEndedCampaigns],
};
