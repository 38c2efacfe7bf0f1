import { AppError, phoneProviders, webhookPlaces } from '@carillon/contracts';
import { phoneFeedbackSources } from '@carillon/phone-apis';
import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiParam, ApiQuery } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ignoredBody } from '../../http/body';
import { Foreign } from '../../http/routes';
import { Operation } from '../../openapi/operation';
import { phoneWebhookBody } from './check-callback';
import { ReceiveWebhook } from './receive-webhook';
import { SenderVerifyTokens } from './sender-verify-tokens';

const change = { type: 'object', properties: { field: { type: 'string' } } };
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
    object: { type: 'string', description: 'Of Meta' },
    entry: {
      type: 'array',
      description: 'Of Meta',
      items: {
        type: 'object',
        properties: { id: { type: 'string' }, changes: { type: 'array', items: change } },
      },
    },
  },
  examples: [{ message_uuid: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab', channel: 'sms', status: 'delivered' }],
});

const aText = { required: false, schema: { type: 'string' } } as const;
/** Meta sends a number. No script can have this form. */
const challengeForm = /^[\w-]{1,200}$/;

/** The endpoint for the events of phone messages. Responds when the broker has stored them. */
@Controller(`${webhookPlaces.phone}/:provider/:integrationId`)
export class PhoneWebhooksController {
  private readonly sources = phoneFeedbackSources();

  constructor(
    private readonly webhooks: ReceiveWebhook,
    private readonly verifyTokens: SenderVerifyTokens,
  ) {}

  /** https://developers.facebook.com/docs/graph-api/webhooks/getting-started#verification-requests */
  @Get()
  @ApiParam({ name: 'provider', schema: { type: 'string', enum: ['meta'] } })
  @ApiQuery({ ...aText, name: 'hub.mode', description: 'Always `subscribe`' })
  @ApiQuery({ ...aText, name: 'hub.verify_token', description: 'The `webhookVerifyToken` of the sender' })
  @ApiQuery({ ...aText, name: 'hub.challenge', description: 'The text of the response' })
  @Operation({
    summary: 'Verify the webhook URL of a sender',
    description:
      'Meta sends this request when you enter the `webhookUrl` of a sender and its `webhookVerifyToken`. The response repeats the challenge.',
    answer: { media: { 'text/plain': Type.String({ examples: ['1158201444'] }) } },
    errors: ['invalid_signature'],
  })
  @Foreign({ body: ignoredBody })
  verifyPhoneWebhook(
    @Param('provider') provider: string,
    @Param('integrationId') senderId: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): string {
    const query = request.query as Readonly<Record<string, unknown>>;
    const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query;
    const isAsked = provider === 'meta' && mode === 'subscribe' && typeof token === 'string';
    const isRight = isAsked && this.verifyTokens.isRight(senderId, token);
    if (!isRight || typeof challenge !== 'string' || !challengeForm.test(challenge))
      throw new AppError('invalid_signature');
    reply.type('text/plain; charset=utf-8');
    return challenge;
  }

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
  @Foreign({ body: phoneWebhookBody })
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
