import { Messenger } from '@carillon/messaging';
import { Body, Controller, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Caller, NeedsScope, type User } from '../../security/caller';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { existing } from '../../http/input/path-id';
import { WorkLimits } from '../../http/rate-limits/work-limits';
import { Operation } from '../../openapi/operation';
import { PreviewView, presentPreview } from './preview.presenter';
import { PreviewCampaign } from './preview.input';

@Controller('api/v1/campaigns/:id')
export class PreviewController {
  /** A link in the form of a recipient's link, which unsubscribes no recipient. */
  private readonly unsubscribeUrl: string;

  constructor(
    private readonly messenger: Messenger,
    private readonly work: WorkLimits,
    @Inject(gatewayConfig.token) { PUBLIC_URL }: GatewayConfig,
  ) {
    this.unsubscribeUrl = `${PUBLIC_URL}/u/preview`;
  }

  @Post('preview')
  @Operation({
    summary: 'Preview the messages to one person',
    answer: PreviewView,
    errors: ['subscriber_not_found'],
  })
  @HttpCode(200)
  @NeedsScope('read')
  async previewCampaign(
    @Caller() { userId }: User,
    @Param('id', existing('campaign')) id: string,
    @Body() { subscriberId, extraData, translation }: PreviewCampaign,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    this.work.begin('preview', reply);
    const preview = await this.messenger.request('campaign.preview', {
      userId,
      id,
      subscriberId: subscriberId ?? null,
      extraData: extraData ?? {},
      ...(translation !== undefined && { translation }),
      unsubscribeUrl: this.unsubscribeUrl,
    });
    const { EMAIL, WHATSAPP, SMS } = preview;
    const texts = [EMAIL?.html, EMAIL?.text, WHATSAPP?.text, SMS?.text];
    this.work.meter('preview', reply)(texts.reduce((sum, text) => sum + (text?.length ?? 0), 0));
    return { data: { previewCampaign: presentPreview(preview) } };
  }
}
