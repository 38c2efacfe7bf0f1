import type { LeaderFeature } from '../leader';
import { CompletionRelay } from './completion-relay';
import { CompleteOpen, Completions } from './completions';
import { ContentRecord, ContentSchema, ContentStore } from './content-store';
import { DispatchRecord, DispatchSchema } from './dispatch';
import { Dispatches } from './dispatches';
import { ReturnRates } from './return-rates';

export { CompletionRelay } from './completion-relay';
export { Completions } from './completions';
export { type Brief, ContentStore } from './content-store';
export { type Dispatch, mayGetPages, type Obstacle, type Retrying, type Routes } from './dispatch';
export { Dispatches, type DueCheck, type UntoldDispatch } from './dispatches';
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
  providers: [Dispatches, ContentStore, Completions, CompletionRelay, ReturnRates],
  leaderTasks: [CompleteOpen],
};
