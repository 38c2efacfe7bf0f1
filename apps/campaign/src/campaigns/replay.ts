import type { Campaign, CampaignStatus, Payload } from '@carillon/contracts';
import type { StartOrder } from './campaign-document';

/** The campaign as its creation returned it, regardless of its current status. */
export function asCreated(campaign: Campaign, order: StartOrder | null): Campaign {
  const draft: Campaign = {
    ...campaign,
    status: 'DRAFT',
    statusReason: null,
    scheduledAt: null,
    maxLateness: null,
    updatedAt: campaign.createdAt,
    publishedAt: null,
    finishedAt: null,
  };
  return order ? asPublished(draft, order) : draft;
}

/** The campaign as its publishing returned it, regardless of its current status. */
export function asPublished(campaign: Campaign, { at, scheduledAt, maxLateness }: StartOrder): Campaign {
  return {
    ...campaign,
    status: scheduledAt ? 'SCHEDULED' : 'SENDING',
    statusReason: null,
    scheduledAt: scheduledAt?.toISOString() ?? null,
    maxLateness,
    updatedAt: at.toISOString(),
    publishedAt: scheduledAt ? null : at.toISOString(),
    finishedAt: null,
  };
}

/** The campaign as its retry returned it, regardless of its current status. */
export const asRetried = (campaign: Campaign): Campaign => ({
  ...campaign,
  status: 'SENDING',
  statusReason: null,
  finishedAt: null,
});

/** The campaign as a change to this status returned it, regardless of its current status. */
export function asStepped(campaign: Campaign, to: CampaignStatus): Campaign {
  if (campaign.status === to) return campaign;
  const unscheduled = { scheduledAt: null, maxLateness: null, publishedAt: null };
  const step = { ...campaign, status: to, statusReason: null, finishedAt: null };
  return to === 'DRAFT' ? { ...step, ...unscheduled } : step;
}

/** The campaign as a change of its time returned it, regardless of its current status. */
export function asRescheduled(
  campaign: Campaign,
  { scheduledAt, maxLateness }: Pick<Payload<'campaign.reschedule'>, 'scheduledAt' | 'maxLateness'>,
): Campaign {
  return {
    ...campaign,
    status: 'SCHEDULED',
    statusReason: null,
    scheduledAt,
    maxLateness: maxLateness ?? campaign.maxLateness ?? USUAL_LATENESS,
    publishedAt: null,
    finishedAt: null,
  };
}

/** The default maximum lateness (seconds). */
const USUAL_LATENESS = 3_600;

/** The start order of a publishing request. `at`: when the campaign is published. */
export function startOrder(
  { requestId, scheduledAt, maxLateness }: Payload<'campaign.publish'>['start'],
  at: Date,
): StartOrder {
  return scheduledAt === null
    ? { requestId, at, scheduledAt: null, maxLateness: null }
    : { requestId, at, scheduledAt: new Date(scheduledAt), maxLateness: maxLateness ?? USUAL_LATENESS };
}
