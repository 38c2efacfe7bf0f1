import type { RehearsedCampaign } from '@carillon/content';
import { AppError, type NotStartedReason } from '@carillon/contracts';
import { inNewTrace } from '@carillon/messaging';
import { BackgroundTask, Logger, severalAtOnce } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type CampaignConfig, campaignConfig } from '../config';
import { Attachments } from '../media-files';
import { CampaignSchedule, type DueCampaign, type StartParts } from './campaign-schedule';
import { SendingPreconditions } from './sending-preconditions';
import { Spending } from './spending';

/** The number of campaigns that one process starts concurrently. */
const AT_ONCE = 16;
/** The number of campaigns that are selected at once. Users take turns. */
const CHOSEN = 64;

/**
 * Starts due scheduled campaigns, with the plan, the account, the groups, the senders, and the files at the time of the start.
 * Users take turns, so that thousands of campaigns of one user don't delay other users' campaigns. While another
 * service is unavailable, it retries until the campaign is too late. Several processes can run this task: one process
 * claims each campaign, and one write starts it.
 */
@Injectable()
export class StartScheduled extends BackgroundTask {
  constructor(
    private readonly schedule: CampaignSchedule,
    private readonly preconditions: SendingPreconditions,
    private readonly attachments: Attachments,
    private readonly spending: Spending,
    private readonly log: Logger,
    @Inject(campaignConfig.token) config: CampaignConfig,
  ) {
    super({ name: 'starting scheduled campaigns', everyMs: config.SCHEDULE_SWEEP_MS, stopsLate: true, log });
  }

  /** Handles some due campaigns. Returns false if no campaign is due. */
  async round(): Promise<boolean> {
    const due = await this.schedule.dueInTurns(CHOSEN);
    await severalAtOnce(due, AT_ONCE, (id) => this.handle(id));
    return due.length > 0;
  }

  private async handle(id: string): Promise<void> {
    const due = await this.schedule.claim(id);
    if (due) await inNewTrace('start scheduled campaign', { campaignId: id }, () => this.start(due));
  }

  private async start(due: DueCampaign): Promise<void> {
    if (due.tooLate) return this.giveUp(due, 'TOO_LATE');
    let ready: Ready;
    try {
      ready = await this.ask(due);
    } catch (error) {
      this.log.warn({ err: error }, 'a scheduled campaign could not be started yet');
      return this.schedule.putOff(due);
    }
    if ('notStarted' in ready) return this.giveUp(due, ready.notStarted);
    await this.schedule.start(due, ready);
  }

  private async ask(due: DueCampaign): Promise<Ready> {
    const { userId, senders, content, approval, ...targets } = due;
    try {
      const [checked, missingSenders, missingFiles, plan] = await Promise.all([
        this.preconditions.checkTargets(userId, targets),
        this.preconditions.missingSenders(userId, senders),
        this.attachments.missing(userId, content),
        this.preconditions.planOf(userId),
      ]);
      const { missingGroups, missingSegments, missingTopic, brokenSegments } = checked;
      const { frozenAudience } = approval ?? checked;
      if (missingGroups.length > 0) return { notStarted: 'GROUPS_MISSING' };
      if (missingSegments.length + brokenSegments.length + missingTopic.length > 0)
        return { notStarted: 'AUDIENCE_MISSING' };
      if (missingSenders.length > 0) return { notStarted: 'SENDERS_MISSING' };
      if (missingFiles.length > 0) return { notStarted: 'ATTACHMENTS_MISSING' };
      const { problem, expectedCost } = await this.spending.expect(rehearsed(due));
      if (problem) return { notStarted: 'SPENDING_LIMIT' };
      return { plan, frozenAudience, ...(expectedCost && { expectedCost }) };
    } catch (error) {
      if (error instanceof AppError && error.code === 'account_suspended')
        return { notStarted: 'ACCOUNT_SUSPENDED' };
      throw error;
    }
  }

  private async giveUp(due: DueCampaign, reason: NotStartedReason): Promise<void> {
    if (await this.schedule.giveUp(due, reason)) {
      this.log.warn({ reason }, 'a scheduled campaign was not started');
    }
  }
}

/** The name has no influence on the costs. */
function rehearsed({ userId, groups, audience, content, senders }: DueCampaign): RehearsedCampaign {
  return { userId, name: '', groups, content, ...(audience && { audience }), ...(senders && { senders }) };
}

type Ready = StartParts | { notStarted: NotStartedReason };
