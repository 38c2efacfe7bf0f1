import { AppError, phoneProviders, webhookPlaces } from '@carillon/contracts';
import { phoneFeedbackSources } from '@carillon/phone-apis';
import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { Foreign } from '../../http/routes';
import { Operation } from '../../openapi/operation';
import { webhookBody } from './check-callback';
import { ReceiveWebhook } from './receive-webhook';

const event = Type.Unsafe<object>({
  type: 'object',
  description: 'An event in the format of the provider, with more fields',
  properties: {
    message_uuid: { type: 'string', description: 'Of Vonage' },
    channel: { type: 'string', description: 'Of Vonage' },
    status: { type: 'string', description: 'Of Vonage' },
    data: {
      type: 'object',
      description: 'Of Telnyx',
      properties: { event_type: { type: 'string' } },
    },
  },
  examples: [{ message_uuid: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab', channel: 'sms', status: 'delivered' }],
});

/** The endpoint for the events of phone messages. Responds when the broker has stored them. */
@Controller(`${webhookPlaces.phone}/:provider/:integrationId`)
export class PhoneWebhooksController {
  private readonly sources = phoneFeedbackSources();

  constructor(private readonly webhooks: ReceiveWebhook) {}

  @Post()
  @HttpCode(200)
  @ApiParam({
    name: 'provider',
    schema: { type: 'string', enum: phoneProviders.map((name) => name.toLowerCase()) },
  })
  @Operation({
    summary: 'Receive the events of phone messages',
    description:
      'Configure the `webhookUrl` of the sender at its provider. The service processes the statuses of its own messages, and replies such as STOP and START. Each provider has its own signature scheme, which uses a setting of the sender. The response is sent when the events are stored. Providers can repeat a request.',
    answer: null,
    body: { media: { 'application/json': event } },
    errors: ['invalid_signature', 'malformed_json', 'rate_limited'],
  })
  @Foreign({ body: webhookBody })
  async receivePhoneWebhook(
    @Param('provider') provider: string,
    @Param('integrationId') senderId: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const name = phoneProviders.find((each) => each.toLowerCase() === provider);
    if (!name) throw new AppError('invalid_signature');
    await this.webhooks.receive(this.sources[name], senderId, request);
  }
}
