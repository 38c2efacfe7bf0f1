import { Messenger } from '@carillon/messaging';
import { Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { existing } from '../../http/input/path-id';
import { WorkLimits } from '../../http/rate-limits/work-limits';
import { Operation } from '../../openapi/operation';
import { Caller, NeedsScope, type User } from '../../security/caller';
import { ContentChecksView, presentContentChecks } from './content-checks.presenter';

@Controller('api/v1/campaigns/:id')
export class ContentChecksController {
  constructor(
    private readonly messenger: Messenger,
    private readonly work: WorkLimits,
  ) {}

  @Post('checks')
  @Operation({
    summary: 'Check the messages of a campaign',
    description:
      'Finds broken links, images without a description, values that recipients lack, and other problems of the messages. Sends and stores nothing, and follows no links. Checks the values of at most 20,000 members.',
    answer: ContentChecksView,
    errors: ['validation_failed'],
  })
  @HttpCode(200)
  @NeedsScope('read')
  async checkCampaign(
    @Caller() { userId }: User,
    @Param('id', existing('campaign')) id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    this.work.begin('preview', reply);
    const checks = await this.messenger.request('campaign.check-content', { userId, id });
    this.work.meter('preview', reply)(checks.characters);
    return { data: { checkCampaign: presentContentChecks({ campaignId: id, ...checks }) } };
  }
}
