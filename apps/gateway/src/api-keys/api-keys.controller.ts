import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { needScope } from '../access/admission';
import { Caller, type User, askedBy } from '../access/caller';
import { existing } from '../checks/path-id';
import { presentDeleted } from '../http/deleted.presenter';
import { DEFAULT_LIMIT, Lists } from '../paging/lists';
import { PageQuery } from '../paging/page-query';
import { CreateApiKey, mintKey, scopesOf } from './api-key.input';
import { presentApiKey, presentNewApiKey } from './api-key.presenter';

@Controller('api/v1/api-keys')
export class ApiKeysController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  async list(
    @Caller() { userId }: User,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const keys = await this.lists.answer(reply, { userId, query, defaultLimit: DEFAULT_LIMIT }, (slice) =>
      this.messenger.request('api-key.list', { userId, ...slice }),
    );
    return { data: { apiKeys: keys.map(presentApiKey) } };
  }

  /** No key can make one that may do more than itself. */
  @Post()
  async create(
    @Caller() user: User,
    @Body() input: CreateApiKey,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    for (const scope of scopesOf(input)) needScope(user, scope);
    const { key, command } = mintKey(askedBy(user), user.userId, input);
    const created = await this.messenger.request('api-key.create', command);
    reply.header('location', `/api/v1/api-keys/${created.id}`);
    return { data: { createApiKey: presentNewApiKey(created, key) } };
  }

  @Get(':id')
  async get(@Caller() { userId }: User, @Param('id', existing('api_key')) id: string) {
    const key = await this.messenger.request('api-key.get', { userId, id });
    return { data: { apiKey: presentApiKey(key) } };
  }

  @Delete(':id')
  async delete(@Caller() user: User, @Param('id', existing('api_key')) id: string) {
    const command = { by: askedBy(user), userId: user.userId, id };
    const deleted = await this.messenger.request('api-key.delete', command);
    return { data: { deleteApiKey: presentDeleted(deleted) } };
  }
}
