import { AppError, engineOf } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { needScope } from '../../security/authenticator';
import { Caller, NeedsScope, type User, requestedBy } from '../../security/caller';
import { existing } from '../../http/input/path-id';
import { instantIn } from '../../http/input/time';
import { Operation } from '../../openapi/operation';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { LongAnswer } from '../../http/routes';
import { mintId } from '../../http/idempotency/minting';
import { Lists } from '../../http/paging/lists';
import {
  CampaignsQuery,
  CreateCampaign,
  CreateDraft,
  DeleteCampaigns,
  PublishCampaign,
  UpdateCampaign,
  toCreate,
  toCreateDraft,
  toStart,
  toUpdate,
} from './campaign.input';
import {
  CampaignDetailView,
  CampaignView,
  PublishedCampaignView,
  presentCampaign,
  presentCampaignDetail,
  presentPublishedCampaign,
  presentSummary,
} from './campaign.presenter';

/** What a draft can lack when it is published, or when its approval is requested. */
export const publishingErrors = [
  'campaign_not_draft',
  'campaign_incomplete',
  'campaign_groups_missing',
  'campaign_audience_missing',
  'campaign_senders_missing',
  'campaign_attachments_missing',
  'campaign_templates_unusable',
] as const;

@Controller('api/v1/campaigns')
export class CampaignsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Operation({
    summary: 'List the campaigns',
    description:
      'Lists campaigns, newest first. You can filter by status, by a part of the name, by a tag, by the state of an approval, by the archive, and by a period, which contains the start of each campaign or, if it has not started, its scheduled time.',
    answer: Type.Array(CampaignView),
  })
  @LongAnswer()
  campaigns(
    @Caller() { userId }: User,
    @Query() query: CampaignsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const isSummary = query.fields === 'summary';
    const present = isSummary ? presentSummary : presentCampaign;
    const list = { userId, query, key: 'campaigns', present, isShared: true };
    const [since, until] = [instantIn(query.since), instantIn(query.until)];
    const filter = {
      ...(query.status !== undefined && { status: query.status }),
      ...(query.search !== undefined && { search: query.search }),
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
      ...(query.tag !== undefined && { tag: query.tag }),
      ...(query.approval !== undefined && { approval: query.approval }),
      ...(query.archived !== undefined && { isArchived: query.archived === 'true' }),
      ...(isSummary && { isSummary }),
    };
    return this.lists.answerWhole(reply, list, (slice) =>
      this.messenger.request('campaign.list', { userId, ...slice, ...filter }),
    );
  }

  @Post('create')
  @Operation({
    creates: 'campaign',
    summary: 'Create a campaign',
    description:
      "Creates a draft. With `isStarted: true`, which also requires the scope `send`, the campaign is published immediately. If it can't be published, or campaigns of the account need an approval, it isn't stored.",
    answer: CampaignView,
    errors: [
      'group_not_found',
      'segment_not_found',
      'topic_not_found',
      'sender_not_found',
      'campaign_not_found',
      'approval_required',
    ],
  })
  async createCampaign(
    @Caller() user: User,
    @Body() input: CreateCampaign,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (input.isStarted) needScope(user, 'send');
    const campaign = await this.messenger.request('campaign.create', toCreate(user, input));
    reply.header('location', `/api/v1/campaigns/${campaign.id}`);
    return { data: { createCampaign: presentCampaign(campaign) } };
  }

  @Post('drafts')
  @Operation({
    creates: 'campaign',
    summary: 'Create a draft that may be incomplete',
    description:
      'Stores the given fields, which must be valid. Add the other fields with `PATCH /campaigns/:id`. You can preview an incomplete draft. You can test it when it has a name and a message, and publish it when it also has groups or segments.',
    answer: CampaignView,
    errors: [
      'group_not_found',
      'segment_not_found',
      'topic_not_found',
      'sender_not_found',
      'media_not_found',
      'layout_not_found',
      'campaign_not_found',
    ],
  })
  async createDraft(
    @Caller() user: User,
    @Body() input: CreateDraft,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const draft = await this.messenger.request('campaign.create-draft', toCreateDraft(user, input));
    reply.header('location', `/api/v1/campaigns/${draft.id}`);
    return { data: { createDraft: presentCampaign(draft) } };
  }

  @Post('publish')
  @Operation({
    summary: 'Publish a draft',
    description: 'Sends a draft to its groups and segments, now or at `scheduledAt`.',
    answer: PublishedCampaignView,
    errors: ['campaign_not_found', ...publishingErrors, 'approval_required', 'quota_exceeded'],
  })
  @HttpCode(200)
  @NeedsScope('send')
  async publishCampaign(@Caller() user: User, @Body() { campaignId: id, ...schedule }: PublishCampaign) {
    const publish = { userId: user.userId, id, start: toStart(schedule), by: requestedBy(user) };
    const campaign = await this.messenger.request('campaign.publish', publish);
    return { data: { publishCampaign: presentPublishedCampaign(campaign) } };
  }

  @Delete()
  @Operation({
    summary: 'Delete campaigns',
    description:
      "Deletes campaigns in any status. Messages that aren't yet at a provider aren't sent. Deleting a published campaign also requires the scope `send`. Without it, no campaign is deleted.",
    answer: DeletedView,
  })
  async deleteCampaigns(@Caller() user: User, @Body() { campaignIds }: DeleteCampaigns) {
    const ids = [...new Set(campaignIds)];
    const deleted = await this.messenger.request('campaign.delete', {
      userId: user.userId,
      ids,
      ...(!user.scopes.includes('send') && { draftsOnly: true }),
      by: requestedBy(user),
    });
    return { data: { deleteCampaigns: presentDeleted(deleted) } };
  }

  @Get(':id')
  @Operation({ summary: 'Read a campaign', answer: CampaignDetailView })
  async campaign(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    const campaign = await this.messenger.request('campaign.get', { userId, id });
    return { data: { campaign: presentCampaignDetail(campaign) } };
  }

  @Patch(':id')
  @Operation({
    summary: 'Change a draft',
    description:
      "Changes the given fields. Send `null` to remove a message. With `ifUpdatedAt`, the change applies only if the campaign hasn't changed since.",
    answer: CampaignDetailView,
    errors: [
      'group_not_found',
      'segment_not_found',
      'topic_not_found',
      'sender_not_found',
      'media_not_found',
      'layout_not_found',
      'campaign_not_draft',
      'campaign_changed',
    ],
  })
  async updateCampaign(
    @Caller() user: User,
    @Param('id', existing('campaign')) id: string,
    @Body() input: UpdateCampaign,
  ) {
    const update = toUpdate(user, id, input);
    const campaign = await this.messenger.request('campaign.update', update);
    const { engine = engineOf(campaign.content) } = update.content;
    if (engineOf(campaign.content) !== engine)
      throw new AppError('service_unavailable', 'The campaign service does not know this engine yet');
    return { data: { updateCampaign: presentCampaignDetail(campaign) } };
  }

  @Post(':id/duplicate')
  @Operation({
    creates: 'campaign',
    summary: 'Create a draft with the same content',
    answer: CampaignDetailView,
  })
  async duplicateCampaign(
    @Caller() user: User,
    @Param('id', existing('campaign')) id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const campaign = await this.messenger.request('campaign.duplicate', {
      ...{ userId: user.userId, id, copyId: mintId(), by: requestedBy(user) },
    });
    reply.header('location', `/api/v1/campaigns/${campaign.id}`);
    return { data: { duplicateCampaign: presentCampaignDetail(campaign) } };
  }
}
