import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { needScope } from '../../security/authenticator';
import { limitationsWithin } from '../../security/key-limitations';
import { Caller, NeedsScope, type User, requestedBy } from '../../security/caller';
import { existing } from '../../http/input/path-id';
import { Operation } from '../../openapi/operation';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { AnswersSecret } from '../../http/idempotency/hooks';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { KeyLimits } from '../../http/rate-limits/key-limits';
import {
  CreateApiKey,
  RotateApiKey,
  expiryOf,
  limitationsOf,
  mintKey,
  mintSuccessor,
  requestedScopes,
} from './api-key.input';
import { ApiKeyView, NewApiKeyView, presentApiKey, presentNewApiKey } from './api-key.presenter';

@Controller('api/v1/api-keys')
export class ApiKeysController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
    private readonly limits: KeyLimits,
  ) {}

  @Get()
  @NeedsScope('admin')
  @Operation({ summary: 'List the keys', answer: Type.Array(ApiKeyView) })
  async apiKeys(
    @Caller() { userId }: User,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const keys = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('api-key.list', { userId, ...slice }),
    );
    return { data: { apiKeys: keys.map(presentApiKey) } };
  }

  /** A key can't create another key with more scopes or fewer limitations than its own. */
  @Post()
  @NeedsScope('admin')
  @AnswersSecret('key')
  @Operation({
    creates: 'api_key',
    summary: 'Create a key',
    description:
      "Creates a key. Its scopes and networks must be a subset of those of the key that creates it. It can't expire later than that key.",
    answer: NewApiKeyView,
    errors: ['limit_reached'],
  })
  async createApiKey(
    @Caller() user: User,
    @Body() input: CreateApiKey,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    for (const scope of requestedScopes(input)) needScope(user, scope);
    const limitations = limitationsWithin(user, limitationsOf(input));
    this.limits.countMinting(user.userId);
    const { key, command } = mintKey(requestedBy(user), user.userId, input, { limitations });
    const created = await this.messenger.request('api-key.create', command);
    reply.header('location', `/api/v1/api-keys/${created.id}`);
    return { data: { createApiKey: presentNewApiKey({ ...created, key }) } };
  }

  @Get(':id')
  @NeedsScope('admin')
  @Operation({
    summary: 'Read a key',
    answer: ApiKeyView,
    description: 'Returns a key without its secret part.',
  })
  async apiKey(@Caller() { userId }: User, @Param('id', existing('api_key')) id: string) {
    const key = await this.messenger.request('api-key.get', { userId, id });
    return { data: { apiKey: presentApiKey(key) } };
  }

  /** A successor has the scopes and networks of the key that it succeeds, so the rules for a new key apply. */
  @Post(':id/rotate')
  @NeedsScope('admin')
  @AnswersSecret('key')
  @Operation({
    creates: 'api_key',
    summary: 'Rotate a key',
    description:
      'Creates a key with the name, scopes, and networks of this one. This key is rejected after the `overlap`. A key can have only one successor at a time.',
    answer: NewApiKeyView,
    errors: ['limit_reached', 'api_key_rotated'],
  })
  async rotateApiKey(
    @Caller() user: User,
    @Param('id', existing('api_key')) of: string,
    @Body() input: RotateApiKey,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { userId } = user;
    const predecessor = await this.messenger.request('api-key.get', { userId, id: of });
    for (const scope of predecessor.scopes) needScope(user, scope);
    const { networks = null } = predecessor;
    const { expiresAt } = limitationsWithin(user, { ...expiryOf(input), networks });
    this.limits.countMinting(userId);
    const { key, command } = mintSuccessor(requestedBy(user), { userId, of, expiresAt }, input.overlap);
    const created = await this.messenger.request('api-key.rotate', command);
    reply.header('location', `/api/v1/api-keys/${created.id}`);
    return { data: { rotateApiKey: presentNewApiKey({ ...created, key }) } };
  }

  @Delete(':id')
  @NeedsScope('admin')
  @Operation({
    summary: 'Revoke a key',
    description: 'Revokes a key. The change takes effect everywhere within about a second.',
    answer: DeletedView,
    errors: ['api_key_in_use'],
  })
  async deleteApiKey(@Caller() user: User, @Param('id', existing('api_key')) id: string) {
    const command = { by: requestedBy(user), userId: user.userId, id };
    const deleted = await this.messenger.request('api-key.delete', command);
    return { data: { deleteApiKey: presentDeleted(deleted) } };
  }
}
