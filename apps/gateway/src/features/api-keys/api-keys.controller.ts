import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { needScope } from '../../security/authenticator';
import { Caller, type User, askedBy } from '../../security/caller';
import { existing } from '../../http/input/path-id';
import { Operation } from '../../openapi/operation';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { AnswersSecret } from '../../http/idempotency/hooks';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { CreateApiKey, mintKey, scopesOf } from './api-key.input';
import { ApiKeyView, NewApiKeyView, presentApiKey, presentNewApiKey } from './api-key.presenter';

@Controller('api/v1/api-keys')
export class ApiKeysController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
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

  /** No key can create one with more scopes than its own. */
  @Post()
  @AnswersSecret('key')
  @Operation({
    creates: 'api_key',
    summary: 'Create a key',
    description: 'Creates a key. Its scopes must be among those of the key that creates it.',
    answer: NewApiKeyView,
    errors: ['limit_reached'],
  })
  async createApiKey(
    @Caller() user: User,
    @Body() input: CreateApiKey,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    for (const scope of scopesOf(input)) needScope(user, scope);
    const { key, command } = mintKey(askedBy(user), user.userId, input);
    const created = await this.messenger.request('api-key.create', command);
    reply.header('location', `/api/v1/api-keys/${created.id}`);
    return { data: { createApiKey: presentNewApiKey({ ...created, key }) } };
  }

  @Get(':id')
  @Operation({
    summary: 'Read a key',
    answer: ApiKeyView,
    description: 'Returns a key without its secret part.',
  })
  async apiKey(@Caller() { userId }: User, @Param('id', existing('api_key')) id: string) {
    const key = await this.messenger.request('api-key.get', { userId, id });
    return { data: { apiKey: presentApiKey(key) } };
  }

  @Delete(':id')
  @Operation({
    summary: 'Revoke a key',
    description: 'Revokes a key. It takes effect everywhere within about a second.',
    answer: DeletedView,
    errors: ['api_key_in_use'],
  })
  async deleteApiKey(@Caller() user: User, @Param('id', existing('api_key')) id: string) {
    const command = { by: askedBy(user), userId: user.userId, id };
    const deleted = await this.messenger.request('api-key.delete', command);
    return { data: { deleteApiKey: presentDeleted(deleted) } };
  }
}
