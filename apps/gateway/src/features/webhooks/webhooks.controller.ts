import { AppError, type Payload } from '@carillon/contracts';
import { readTime } from '@carillon/input';
import { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { AnswersSecret } from '../../http/idempotency/hooks';
import { mintId } from '../../http/idempotency/minting';
import { existing } from '../../http/input/path-id';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { Operation } from '../../openapi/operation';
import { Caller, NeedsScope, type User, requestedBy } from '../../security/caller';
import { AttemptsQuery, CreateWebhook, ReplayWebhook, UpdateWebhook } from './webhook.input';
import { WebhookSecrets } from './webhook-secrets';
import {
  WebhookView,
  presentWebhook,
  NewWebhookView,
  presentNewWebhook,
  AttemptView,
  presentAttempt,
  ReplayView,
} from './webhook.presenter';

/** The user's webhook endpoints. */
@Controller('api/v1/webhooks')
export class WebhooksController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
    private readonly clock: Clock,
    private readonly secrets: WebhookSecrets,
  ) {}

  @Get()
  @Operation({ summary: 'List the webhooks', answer: Type.Array(WebhookView) })
  async webhooks(
    @Caller() { userId }: User,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const webhooks = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('webhook.list', { userId, ...slice }),
    );
    return { data: { webhooks: webhooks.map(presentWebhook) } };
  }

  @Post()
  @NeedsScope('admin')
  @AnswersSecret('secret')
  @Operation({
    creates: 'webhook',
    summary: 'Create a webhook',
    description:
      'Creates an endpoint that receives events in signed messages (Standard Webhooks 1.0.0). An account can have at most ten.',
    answer: NewWebhookView,
    errors: ['limit_reached', 'webhook_not_found'],
  })
  async createWebhook(
    @Caller() user: User,
    @Body() input: CreateWebhook,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const id = mintId();
    const { url, eventTypes, description = null, batch = false } = input;
    const settings = { url, eventTypes: [...new Set(eventTypes)], description, batch };
    const { secret, sealed } = this.secrets.make(id);
    const command = { by: requestedBy(user), userId: user.userId, id, ...settings, ...sealed };
    const created = await this.messenger.request('webhook.create', command);
    reply.header('location', `/api/v1/webhooks/${created.id}`);
    return { data: { createWebhook: presentNewWebhook({ ...created, secret }) } };
  }

  @Get(':id')
  @Operation({ summary: 'Read a webhook', answer: WebhookView })
  async webhook(@Caller() { userId }: User, @Param('id', existing('webhook')) id: string) {
    return { data: { webhook: presentWebhook(await this.messenger.request('webhook.get', { userId, id })) } };
  }

  @Patch(':id')
  @NeedsScope('admin')
  @Operation({
    summary: 'Change a webhook',
    description:
      'Changes the given fields. A disabled webhook receives no messages, and new events are not stored for it. Pending messages are sent when it is enabled again.',
    answer: WebhookView,
  })
  async updateWebhook(
    @Caller() user: User,
    @Param('id', existing('webhook')) id: string,
    @Body() { eventTypes, ...change }: UpdateWebhook,
  ) {
    const types = eventTypes && { eventTypes: [...new Set(eventTypes)] };
    const command = { ...change, ...types, by: requestedBy(user), userId: user.userId, id };
    return {
      data: { updateWebhook: presentWebhook(await this.messenger.request('webhook.update', command)) },
    };
  }

  @Delete(':id')
  @NeedsScope('admin')
  @Operation({
    summary: 'Delete a webhook',
    description: 'Deletes the webhook with its pending messages and its log.',
    answer: DeletedView,
  })
  async deleteWebhook(@Caller() user: User, @Param('id', existing('webhook')) id: string) {
    const command = { by: requestedBy(user), userId: user.userId, id };
    return {
      data: { deleteWebhook: presentDeleted(await this.messenger.request('webhook.delete', command)) },
    };
  }

  @Post(':id/secret/rotate')
  @NeedsScope('admin')
  @AnswersSecret('secret')
  @Operation({
    summary: 'Rotate the secret of a webhook',
    description: 'Messages are signed with the new secret, and for a day also with the previous one.',
    answer: NewWebhookView,
  })
  @HttpCode(200)
  async rotateWebhookSecret(@Caller() user: User, @Param('id', existing('webhook')) id: string) {
    const { secret, sealed } = this.secrets.make(id);
    const command = { by: requestedBy(user), userId: user.userId, id, ...sealed };
    const rotated = await this.messenger.request('webhook.rotate-secret', command);
    return { data: { rotateWebhookSecret: presentNewWebhook({ ...rotated, secret }) } };
  }

  @Post(':id/test')
  @NeedsScope('admin')
  @Operation({
    summary: 'Test a webhook',
    description:
      'Sends a message of type `webhook.test` immediately. If the endpoint rejects it, the response is `ok: false`, not an error.',
    answer: AttemptView,
  })
  @HttpCode(200)
  async testWebhook(@Caller() user: User, @Param('id', existing('webhook')) id: string) {
    const command = { by: requestedBy(user), userId: user.userId, id };
    const attempt = await this.messenger.request('webhook.test', command);
    return { data: { testWebhook: presentAttempt(attempt) } };
  }

  @Get(':id/attempts')
  @Operation({
    summary: 'List the attempts of a webhook',
    description: 'Newest first, of the last seven days unless the operator sets another retention.',
    answer: Type.Array(AttemptView),
  })
  async webhookAttempts(
    @Caller() { userId }: User,
    @Param('id', existing('webhook')) id: string,
    @Query() query: AttemptsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const ok = query.ok === undefined ? {} : { ok: query.ok === 'true' };
    const attempts = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('webhook.attempts', { userId, id, ...ok, ...slice }),
    );
    return { data: { webhookAttempts: attempts.map(presentAttempt) } };
  }

  @Post(':id/replay')
  @NeedsScope('admin')
  @Operation({
    summary: 'Resend messages of a webhook',
    description:
      'Sends one message again, or all messages of a period, each with its original ID. They are sent after the pending messages.',
    answer: ReplayView,
    errors: ['webhook_message_not_found', 'limit_reached'],
  })
  @HttpCode(202)
  async replayWebhook(
    @Caller() user: User,
    @Param('id', existing('webhook')) id: string,
    @Body() input: ReplayWebhook,
  ) {
    const which = { by: requestedBy(user), userId: user.userId, id };
    const { messageId, since } = input;
    if (messageId !== undefined && since !== undefined) throw oneOfBoth();
    if (messageId !== undefined)
      await this.messenger.request('webhook.replay-message', { ...which, messageId });
    else await this.messenger.request('webhook.replay', { ...which, ...this.spanOf(input) });
    return { data: { replayWebhook: { isAccepted: true as const } } };
  }

  private spanOf({ since, until }: ReplayWebhook): Pick<Payload<'webhook.replay'>, 'since' | 'until'> {
    const now = this.clock.now().toISOString();
    return { since: readTime(since ?? '') ?? now, until: readTime(until ?? '') ?? now };
  }
}

function oneOfBoth(): AppError {
  const detail = 'Send either `messageId` or `since`';
  return new AppError('validation_failed', undefined, [{ field: 'messageId', code: 'not_allowed', detail }]);
}
