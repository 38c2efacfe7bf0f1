import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Foreign } from '../http/foreign-route';
import { callbackBody } from './callback-body';
import { type CallbackRequest, CheckCallback } from './check-callback';
import { HearMessage } from './hear-message';
import { HearStatus } from './hear-status';

/** Where Twilio calls. What it says is checked and passed on, and answered at once. */
@Controller('api/v1/callbacks/twilio/:integrationId')
export class CallbacksController {
  constructor(
    private readonly checkCallback: CheckCallback,
    private readonly hearStatus: HearStatus,
    private readonly hearMessage: HearMessage,
  ) {}

  @Post('status')
  @HttpCode(204)
  @Foreign({ body: callbackBody })
  async status(@Param('integrationId') integrationId: string, @Req() request: FastifyRequest): Promise<void> {
    await this.hearStatus.execute(await this.checkCallback.execute(callbackOf(integrationId, request)));
  }

  @Post('inbound')
  @HttpCode(204)
  @Foreign({ body: callbackBody })
  async inbound(
    @Param('integrationId') integrationId: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.hearMessage.execute(await this.checkCallback.execute(callbackOf(integrationId, request)));
  }
}

function callbackOf(integrationId: string, { raw, headers, body }: FastifyRequest): CallbackRequest {
  const { 'content-type': contentType, 'x-twilio-signature': signature } = headers;
  return {
    integrationId,
    target: (raw.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, ''),
    contentType,
    signature: typeof signature === 'string' ? signature : undefined,
    body,
  };
}
