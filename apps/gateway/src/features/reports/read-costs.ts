import { AppError, type Campaign, type CampaignCosts, costsOf } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type Static, Type } from '@sinclair/typebox';
import { Id, Time, View, presenter } from '../../openapi/view';
import { costProperties } from '../campaigns';

/** How often an export asks for a count that takes long. Each reply takes up to ten seconds. */
const ATTEMPTS = 5;

/** Reads what a campaign costs. */
@Injectable()
export class ReadCosts {
  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  async read(userId: string, id: string): Promise<CampaignCostsView> {
    return this.of(await this.messenger.request('campaign.get', { userId, id }));
  }

  /** Null: currently unknown. A file is useful without these numbers. */
  async whole(campaign: Campaign): Promise<CampaignCostsView | null> {
    try {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const costs = await this.of(campaign);
        if (costs.isComplete) return costs;
      }
    } catch (error) {
      if (!(error instanceof AppError) || !['unavailable', 'limited'].includes(error.kind)) throw error;
      this.log.warn({ err: error }, 'a report lacks the costs');
    }
    return null;
  }

  /** A draft costs nothing. */
  private async of({ id, userId, status }: Campaign): Promise<CampaignCostsView> {
    const { costs } =
      status === 'DRAFT'
        ? { costs: null }
        : await this.messenger.request('dispatch.costs', { userId, campaignId: id });
    return present({ campaignId: id, ...(costs ?? nothing(this.clock.now())) });
  }
}

export const CampaignCostsView = View('CampaignCosts', {
  campaignId: Id(),
  asOf: Time(),
  isComplete: Type.Boolean({
    description: 'false: Carillon is still counting the messages, so there are no numbers yet',
  }),
  isKnown: Type.Boolean({
    description: 'false: the deliveries were deleted before they were counted, so there are no numbers',
  }),
  isEstimated: Type.Boolean({
    description:
      'true: the campaign is still being sent, or the segments or results of some messages are unknown',
  }),
  ...costProperties,
});
export type CampaignCostsView = Static<typeof CampaignCostsView>;

const present = presenter(CampaignCostsView, (view: CampaignCostsView) => view);

function nothing(now: Date): CampaignCosts {
  const state = { isComplete: true, isKnown: true, isEstimated: true };
  return { asOf: now.toISOString(), ...state, ...costsOf(null, []) };
}
