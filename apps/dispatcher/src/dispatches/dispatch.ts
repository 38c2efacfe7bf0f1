import type { CampaignPublished, Channel, Plan, SendingProfile } from '@carillon/contracts';
import type { PlanCursor } from '../ledger/rosters';
import type { Counts } from '../ledger/tally';

export type Routes = SendingProfile['routes'];

export type DispatchState = 'OPEN' | 'PAUSED' | 'CANCELLED' | 'DONE';

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
  /** Raised with every planner; a cursor is only moved under the current one. */
  plannerFence: number;
  publishedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** What goes out, and the keys of its placeholders per channel. */
export interface Content {
  subject: string;
  emailBody: string | null;
  whatsappBody: string | null;
  smsBody: string | null;
  credits: boolean;
  keys: string[];
}

/** The channels that have a message. */
export function channelsOf(
  content: Pick<Content, 'emailBody' | 'whatsappBody' | 'smsBody'>,
): ReadonlySet<Channel> {
  const channels = new Set<Channel>();
  if (content.emailBody !== null) channels.add('EMAIL');
  if (content.whatsappBody !== null) channels.add('WHATSAPP');
  if (content.smsBody !== null) channels.add('SMS');
  return channels;
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
    plannerFence: 0,
    publishedAt: new Date(order.publishedAt),
    startedAt: null,
    finishedAt: null,
  };
}

export interface CompletedEvent {
  id: string;
  type: 'campaign.completed';
  run: number;
  finishedAt: Date;
}

/** The final recount that a completed dispatch keeps when its ledger is long gone. */
export type FinalCounts = Partial<Record<Channel, Counts>>;
