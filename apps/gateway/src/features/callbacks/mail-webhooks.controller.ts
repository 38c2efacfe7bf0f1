import { AppError, mailProviders, webhookPlaces } from '@carillon/contracts';
import { mailFeedbackSources } from '@carillon/feedback';
import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { Foreign } from '../../http/routes';
import { Operation } from '../../openapi/operation';
import { webhookBody } from './check-callback';
import { ReceiveWebhook } from './receive-webhook';

const anyJson = Type.Unsafe<object>({
  type: ['object', 'array'],
  description: 'Events in the format of the provider',
  examples: [{ RecordType: 'Bounce', Type: 'HardBounce' }],
});

/** The endpoint for email events from providers. Responds when the broker has stored them. */
@Controller(`${webhookPlaces.email}/:provider/:integrationId`)
export class MailWebhooksController {
  private readonly sources = mailFeedbackSources();

  constructor(private readonly webhooks: ReceiveWebhook) {}

  @Post()
  @HttpCode(200)
  @ApiParam({
    name: 'provider',
    schema: { type: 'string', enum: mailProviders.map((name) => name.toLowerCase()) },
  })
  @Operation({
    summary: 'Receive email events',
    description:
      'Configure the `webhookUrl` of the sender at its provider. The service processes bounces, complaints, and deliveries of its own emails, and ignores all other events. Each provider has its own signature scheme, which uses the `feedbackKey` of the sender. The response is sent when the events are stored. Providers can repeat a request.',
    answer: null,
    body: {
      media: {
        'application/json': anyJson,
        'text/plain': Type.String({ examples: ['{"Type":"Notification"}'] }),
      },
    },
    errors: ['invalid_signature', 'malformed_json', 'rate_limited'],
  })
  @Foreign({ body: webhookBody })
  async receiveMailWebhook(
    @Param('provider') provider: string,
    @Param('integrationId') senderId: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const name = mailProviders.find((each) => each.toLowerCase() === provider);
    if (!name) throw new AppError('invalid_signature');
    await this.webhooks.receive(this.sources[name], senderId, request);
  }
}
