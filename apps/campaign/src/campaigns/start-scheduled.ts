import { AppError, type Plan } from '@carillon/contracts';
import { inNewTrace } from '@carillon/messaging';
import { BackgroundLoop, Logger } from '@carillon/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type CampaignConfig, campaignConfig } from '../config';
import { Campaigns, type DueCampaign, type GivenUpFor } from './campaigns';
import { SendingPreconditions } from './sending-preconditions';

/**
 * Starts scheduled campaigns when they are due, by the plan, the account and the groups of that moment. While another
 * service is unavailable it tries again until the campaign is too late. Several processes may do this: one claims each
 * campaign, and one write starts it.
 */
@Injectable()
export class StartScheduled implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly campaigns: Campaigns,
    private readonly preconditions: SendingPreconditions,
    private readonly log: Logger,
    @Inject(campaignConfig.token) config: CampaignConfig,
  ) {
    this.loop = new BackgroundLoop({
      name: 'starting scheduled campaigns',
      everyMs: config.SCHEDULE_SWEEP_MS,
      round: () => this.execute(),
      log,
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Handles one due campaign. False: none is due. */
  async execute(): Promise<boolean> {
    const due = await this.campaigns.claimDue();
    if (due) await inNewTrace('start scheduled campaign', { campaignId: due.id }, () => this.start(due));
    return due !== null;
  }

  private async start(due: DueCampaign): Promise<void> {
    if (due.tooLate) return this.giveUp(due, 'TOO_LATE');
    let ready: Ready;
    try {
      ready = await this.ask(due);
    } catch (error) {
      this.log.warn({ err: error }, 'a scheduled campaign could not be started yet');
      return this.campaigns.putOffDue(due);
    }
    if ('givenUpFor' in ready) return this.giveUp(due, ready.givenUpFor);
    await this.campaigns.startDue(due, ready.plan);
  }

  private async ask({ userId, groups }: DueCampaign): Promise<Ready> {
    try {
      const [missing, plan] = await Promise.all([
        this.preconditions.missingGroups(userId, groups),
        this.preconditions.planOf(userId),
      ]);
      return missing.length > 0 ? { givenUpFor: 'GROUPS_MISSING' } : { plan };
    } catch (error) {
      if (error instanceof AppError && error.code === 'account_suspended')
        return { givenUpFor: 'ACCOUNT_SUSPENDED' };
      throw error;
    }
  }

  private async giveUp(due: DueCampaign, reason: GivenUpFor): Promise<void> {
    if (await this.campaigns.giveUpDue(due, reason)) {
      this.log.warn({ reason }, 'a scheduled campaign was not started');
    }
  }
}

type Ready = { plan: Plan } | { givenUpFor: GivenUpFor };
