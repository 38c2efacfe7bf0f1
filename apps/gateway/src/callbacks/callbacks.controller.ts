import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Operation } from '../openapi/operation';
import { Foreign } from '../http/foreign-route';
import { callbackBody } from './callback-body';
import { type CallbackRequest, CheckCallback } from './check-callback';
import { InboundCallback, StatusCallback, aText, asTwilioSends, signedJson } from './callback-forms';
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
  @ApiQuery({ ...aText, name: 'delivery', description: 'What is reported of' })
  @ApiQuery(signedJson)
  @Operation({
    id: 'reportStatus',
    summary: 'Hear what became of a message',
    description: 'Twilio names this place in every message. What it does not know is forgotten.',
    answer: null,
    body: asTwilioSends(StatusCallback),
    errors: ['invalid_signature', 'malformed_json'],
    signature: 'twilioSignature',
  })
  @HttpCode(204)
  @Foreign({ body: callbackBody })
  async status(@Param('integrationId') integrationId: string, @Req() request: FastifyRequest): Promise<void> {
    await this.hearStatus.execute(await this.checkCallback.execute(callbackOf(integrationId, request)));
  }

  @Post('inbound')
  @ApiQuery(signedJson)
  @Operation({
    id: 'reportMessage',
    summary: 'Hear a message from a person',
    description:
      'To be entered at Twilio. It hears STOP and START, and opens the 24 hours in which WhatsApp takes free text.',
    answer: null,
    body: asTwilioSends(InboundCallback),
    errors: ['invalid_signature', 'malformed_json'],
    signature: 'twilioSignature',
  })
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
