import type { Campaign } from '@carillon/contracts';
import { Quotas } from '@carillon/quotas';
import { Injectable } from '@nestjs/common';
import type { StoredCampaign } from './campaign-document';
import { CampaignOutbox } from './campaign-outbox';

/**
 * Limits the campaigns that run at the same time per account. A campaign runs while it is SENDING and had its turn.
 * Paused or waiting campaigns don't count. The limit counts the campaigns themselves, so that a crash can't leave a
 * wrong counter.
 */
@Injectable()
export class RunningCampaigns {
  constructor(
    private readonly outbox: CampaignOutbox,
    private readonly quotas: Quotas,
  ) {}

  /** How many more campaigns of the user may begin. */
  async roomOf(userId: string): Promise<number> {
    const limit = await this.quotas.limitOf(userId, 'runningCampaigns');
    if (limit === Infinity) return Infinity;
    return Math.max(0, limit - (await this.outbox.running(userId, limit)));
  }

  /** The campaign as shown to its owner, with the reason if it waits until other campaigns of the account end. */
  shown(stored: StoredCampaign): Promise<Campaign> {
    return this.shownInList()(stored);
  }

  /**
   * The campaigns of one user as shown to their owner. Running campaigns are counted only once, and only if a given
   * campaign waits.
   */
  shownInList(): (stored: StoredCampaign) => Promise<Campaign> {
    let room: Promise<number> | null = null;
    return async ({ campaign, isWaiting }) => {
      if (!isWaiting) return campaign;
      room ??= this.roomOf(campaign.userId);
      return (await room) > 0 ? campaign : { ...campaign, statusReason: 'RUNNING_LIMIT' };
    };
  }
}
