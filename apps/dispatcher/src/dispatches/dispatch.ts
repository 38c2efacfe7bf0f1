import type {
  CampaignPublished,
  Channel,
  DeliveryState,
  Plan,
  RetrySelection,
  SendingProfile,
} from '@carillon/contracts';
import type { PlanCursor } from '../ledger/rosters';
import type { Counts } from '../ledger/tally';

export type Routes = SendingProfile['routes'];

export type DispatchState = 'OPEN' | 'PAUSED' | 'CANCELLED' | 'DONE';

/** Why a dispatch that could go on does not. */
export interface Obstacle {
  reason: string;
  since: Date;
  /** When it is tried again; null: it is being tried all the time. */
  nextTryAt: Date | null;
}

/** Pages cannot be planned, or batches not be handed out; null: they can. */
export interface Obstacles {
  planning: Obstacle | null;
  taking: Obstacle | null;
}

/** A further run, while it is looked up who is sent to. */
export interface Retry {
  selection: RetrySelection;
  /** The routes of this run are fixed. */
  routed: boolean;
  /** The last batch that was looked at. */
  after: string | null;
}

/** The sending of one campaign: what was ordered, how far planning has come, and how it ended. */
export interface Dispatch {
  campaign: string;
  /** The highest rev of the campaign that was heard of; older events say nothing new. */
  rev: number;
  run: number;
  user: string;
  plan: Plan;
  state: DispatchState;
  /** How each channel goes out, fixed when planning begins. Null: not begun. */
  routes: Routes | null;
  groups: string[];
  /** Where the next page begins; null when all is planned. */
  cursor: PlanCursor | null;
  /** Counts the pages. */
  step: number;
  planned: boolean;
  retry: Retry | null;
  obstacles: Obstacles;
  publishedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export function openDispatch(order: CampaignPublished): Dispatch {
  return {
    campaign: order.campaignId,
    rev: order.rev,
    run: order.run,
    user: order.userId,
    plan: order.plan,
    state: 'OPEN',
    routes: null,
    groups: order.groups,
    cursor: { group: 0, after: null },
    step: 0,
    planned: false,
    retry: null,
    obstacles: { planning: null, taking: null },
    publishedAt: new Date(order.publishedAt),
    startedAt: null,
    finishedAt: null,
  };
}

/** Deliveries that did not simply go out, by reason. */
export interface ReasonCount {
  channel: Channel;
  state: DeliveryState;
  reason: string;
  providerCode: string | null;
  count: number;
}

/** What a campaign came to, kept when its ledger is long gone. */
export interface FinalCounts {
  channels: Partial<Record<Channel, Counts>>;
  segments: Partial<Record<Channel, number>>;
  reasons: ReasonCount[];
}

export function hasQueued({ channels }: FinalCounts): boolean {
  return Object.values(channels).some(({ QUEUED = 0 }) => QUEUED > 0);
}
