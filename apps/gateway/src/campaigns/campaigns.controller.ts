import { newId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { needScope } from '../access/admission';
import { Caller, NeedsScope, type User } from '../access/caller';
import { requireSome } from '../checks/at-least-one';
import { existing } from '../checks/path-id';
import { presentDeleted } from '../http/deleted.presenter';
import { LongAnswer } from '../http/long-answer';
import { Lists } from '../paging/lists';
import { PageQuery } from '../paging/page-query';
import {
  CreateCampaign,
  DeleteCampaigns,
  PublishCampaign,
  UpdateCampaign,
  toCreate,
  toUpdate,
} from './campaign.input';
import { presentCampaign, presentCampaignDetail, presentPublishedCampaign } from './campaign.presenter';
import { toStart } from './schedule.input';

@Controller('api/v1/campaigns')
export class CampaignsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @LongAnswer()
  list(
    @Caller() { userId }: User,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const list = { userId, query, key: 'campaigns', present: presentCampaign };
    return this.lists.answerWhole(reply, list, (slice) =>
      this.messenger.request('campaign.list', { userId, ...slice }),
    );
  }

  @Post('create')
  async create(
    @Caller() user: User,
    @Body() input: CreateCampaign,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (input.isStarted) needScope(user, 'send');
    const campaign = await this.messenger.request('campaign.create', toCreate(user, input));
    reply.header('location', `/api/v1/campaigns/${campaign.id}`);
    return { data: { createCampaign: presentCampaign(campaign) } };
  }

  @Post('publish')
  @HttpCode(200)
  @NeedsScope('send')
  async publish(@Caller() { userId }: User, @Body() { campaignId: id, ...schedule }: PublishCampaign) {
    const start = toStart(schedule);
    const campaign = await this.messenger.request('campaign.publish', { userId, id, start });
    return { data: { publishCampaign: presentPublishedCampaign(campaign) } };
  }

  @Delete()
  async delete(@Caller() { userId }: User, @Body() { campaignIds }: DeleteCampaigns) {
    const ids = [...new Set(campaignIds)];
    const deleted = await this.messenger.request('campaign.delete', { userId, ids });
    return { data: { deleteCampaigns: presentDeleted(deleted) } };
  }

  @Get(':id')
  async get(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    const campaign = await this.messenger.request('campaign.get', { userId, id });
    return { data: { campaign: presentCampaignDetail(campaign) } };
  }

  @Patch(':id')
  async update(
    @Caller() user: User,
    @Param('id', existing('campaign')) id: string,
    @Body() input: UpdateCampaign,
  ) {
    requireSome(input);
    const campaign = await this.messenger.request('campaign.update', toUpdate(user, id, input));
    return { data: { updateCampaign: presentCampaignDetail(campaign) } };
  }

  @Post(':id/duplicate')
  async duplicate(
    @Caller() { userId }: User,
    @Param('id', existing('campaign')) id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const campaign = await this.messenger.request('campaign.duplicate', { userId, id, copyId: newId() });
    reply.header('location', `/api/v1/campaigns/${campaign.id}`);
    return { data: { duplicateCampaign: presentCampaignDetail(campaign) } };
  }
}
