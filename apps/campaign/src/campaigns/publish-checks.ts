import { type LinkTags, linkTagsOf } from '@carillon/content';
import {
  AppError,
  type Campaign,
  type CampaignEmails,
  type FrozenAudience,
  type Payload,
  type Plan,
  type Reply,
} from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { CompiledEmails } from '../compiling';
import { Attachments } from '../media-files';
import { Campaigns } from './campaigns';
import { incompleteness } from './draft';
import { SendingPreconditions } from './sending-preconditions';

/** What publishing needs. Null, and no email: it has a problem. */
interface PublishParts {
  emails: CampaignEmails;
  linkTags: LinkTags | null;
  plan: Plan | null;
  frozenAudience: FrozenAudience | undefined;
  isApprovalRequired: boolean;
}

/** The parts of a campaign without problems. */
export type PassedChecks = PublishParts & { plan: Plan };

/** Checks whether a campaign can be published. */
@Injectable()
export class PublishChecks {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly preconditions: SendingPreconditions,
    private readonly emails: CompiledEmails,
    private readonly attachments: Attachments,
  ) {}

  /** @throws AppError campaign_not_found; campaign_wrong_status if it was published, unless it is scheduled */
  async check({ userId, id }: Payload<'campaign.check'>): Promise<Reply<'campaign.check'>> {
    const { campaign } = await this.campaigns.get(id, userId);
    const { status } = campaign;
    if (status !== 'DRAFT' && status !== 'SCHEDULED')
      throw new AppError('campaign_wrong_status', `A campaign with the status ${status} cannot be rehearsed`);
    const { problems } = await this.of(campaign);
    const found = problems.map(({ code, detail, fields }) => ({ code, detail, fields: [...fields] }));
    return { campaign, problems: found };
  }

  /** @throws AppError the most important problem */
  async passed(campaign: Campaign): Promise<PassedChecks> {
    const { problems, plan, ...parts } = await this.of(campaign);
    const [problem] = problems;
    if (problem) throw problem;
    if (!plan) throw new Error('An account without a plan');
    return { ...parts, plan };
  }

  /** The errors that prevent publishing, the most important first, and what publishing needs. */
  async of(campaign: Campaign): Promise<PublishParts & { problems: AppError[] }> {
    const { userId } = campaign;
    const user = await problemIn(this.preconditions.activeUser(userId), 'account_suspended');
    const linkTags = linkTagsOf(campaign, user.value?.utm);
    const [emails, targets, missingSenders, missingFiles, templates] = await Promise.all([
      problemIn(this.emails.of(campaign, linkTags), 'validation_failed'),
      this.preconditions.checkTargets(userId, campaign),
      this.preconditions.missingSenders(userId, campaign.senders),
      this.attachments.missing(userId, campaign.content),
      this.preconditions.unusableTemplates(userId, campaign),
    ]);
    const { missingGroups, missingSegments, missingTopic, brokenSegments, frozenAudience } = targets;
    const unusable = [...missingSegments, ...brokenSegments, ...missingTopic];
    const problems = [
      incompleteness(campaign),
      emails.problem,
      user.problem,
      missingGroups.length > 0 ? new AppError('campaign_groups_missing', undefined, missingGroups) : null,
      unusable.length > 0 ? new AppError('campaign_audience_missing', undefined, unusable) : null,
      missingSenders.length > 0 ? new AppError('campaign_senders_missing', undefined, missingSenders) : null,
      missingFiles.length > 0 ? new AppError('campaign_attachments_missing', undefined, missingFiles) : null,
      templates.length > 0 ? new AppError('campaign_templates_unusable', undefined, templates) : null,
    ];
    return {
      problems: problems.filter((problem) => problem !== null),
      emails: emails.value ?? { email: null },
      linkTags,
      plan: user.value?.plan ?? null,
      frozenAudience,
      isApprovalRequired: user.value?.isApprovalRequired ?? false,
    };
  }
}

/** The result, or the error with this code. Throws any other error. */
async function problemIn<T>(
  checking: Promise<T>,
  code: AppError['code'],
): Promise<{ value: T | null; problem: AppError | null }> {
  try {
    return { value: await checking, problem: null };
  } catch (error) {
    if (error instanceof AppError && error.code === code) return { value: null, problem: error };
    throw error;
  }
}
