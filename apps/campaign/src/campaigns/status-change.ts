import type { CampaignStatus } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import type { CampaignDocument, ChangeEvent } from './campaign-document';

/** One step of a campaign from one status to another, as one write. Values are expressions of an update pipeline. */
export interface StatusChange {
  from: CampaignStatus[];
  to: CampaignStatus;
  set: Partial<Record<keyof CampaignDocument, unknown>>;
}

/** A request is repeated within a day, mostly within seconds: hardly are there more in between. */
export const REMEMBERED_REQUESTS = 20;

export const nextRev = { $add: ['$rev', 1] };

/** The requests that are remembered, and this one after them. */
export const stepsAnd = (requestId: string) => ({
  $slice: [{ $concatArrays: ['$steps', [requestId]] }, -REMEMBERED_REQUESTS],
});

/** The events that wait, and this one after them. */
export const followedBy = (type: ChangeEvent) => ({ $concatArrays: ['$pending', [pending(type)]] });

/**
 * The event alone: an order that is overtaken must not go out, and whoever has got it already goes by the rev. Of a
 * campaign that was never announced there is nothing to tell.
 */
export const overtakenBy = (type: ChangeEvent) => ({ $cond: [{ $gt: ['$run', 0] }, [pending(type)], []] });

const pending = (type: ChangeEvent) => ({ id: new ObjectId(), type, rev: nextRev });
