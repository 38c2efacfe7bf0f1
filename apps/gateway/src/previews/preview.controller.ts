import { Messenger } from '@carillon/messaging';
import { Body, Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { Caller, type User } from '../access/caller';
import { existing } from '../input/path-id';
import { type GatewayConfig, gatewayConfig } from '../config';
import { Operation } from '../openapi/operation';
import { PreviewCampaign } from './preview.input';
import { PreviewView, presentPreview } from './preview.presenter';

@Controller('api/v1/campaigns/:id')
export class PreviewController {
  /** A link of the form that recipients have; it is nobody's, so that it unsubscribes nobody. */
  private readonly unsubscribeUrl: string;

  constructor(
    private readonly messenger: Messenger,
    @Inject(gatewayConfig.token) { PUBLIC_URL }: GatewayConfig,
  ) {
    this.unsubscribeUrl = `${PUBLIC_URL}/u/preview`;
  }

  @Post('preview')
  @Operation({
    summary: 'See what one person would get',
    answer: PreviewView,
    errors: ['subscriber_not_found'],
  })
  @HttpCode(200)
  async previewCampaign(
    @Caller() { userId }: User,
    @Param('id', existing('campaign')) id: string,
    @Body() { subscriberId, extraData }: PreviewCampaign,
  ) {
    const preview = await this.messenger.request('campaign.preview', {
      userId,
      id,
      subscriberId: subscriberId ?? null,
      extraData: extraData ?? {},
      unsubscribeUrl: this.unsubscribeUrl,
    });
    return { data: { previewCampaign: presentPreview(preview) } };
  }
}
