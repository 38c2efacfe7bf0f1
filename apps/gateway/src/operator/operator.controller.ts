import type { By } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { AskedBy } from '../access/caller';
import { UserView, presentUser } from '../accounts/user.presenter';
import { mintKey } from '../api-keys/api-key.input';
import { ApiKeyView, NewApiKeyView, presentApiKey, presentNewApiKey } from '../api-keys/api-key.presenter';
import { existing } from '../input/path-id';
import { Operation } from '../openapi/operation';
import { AnswersSecret } from '../idempotency/hooks';
import { Lists } from '../paging/lists';
import { PageQuery } from '../paging/page-query';
import { CreateUserApiKey, keyRateOf } from './user-key.input';
import { CreateUser, UpdateUser, toCreateUser, toUpdateUser } from './user.input';

/** In place of a user in what belongs to one, such as cursors. */
const OPERATOR = 'operator';

/** What the one who runs the service does: everything here needs an operator's key. */
@Controller('api/v1/operator/users')
export class OperatorController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Operation({ summary: 'List the users', answer: Type.Array(UserView) })
  async users(@Query() query: PageQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    const users = await this.lists.answer(reply, { userId: OPERATOR, query }, (slice) =>
      this.messenger.request('user.list', slice),
    );
    return { data: { users: users.map(presentUser) } };
  }

  @Post()
  @Operation({ creates: 'user', summary: 'Create a user', answer: UserView })
  async createUser(
    @AskedBy() by: By,
    @Body() input: CreateUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const user = await this.messenger.request('user.create', toCreateUser(by, input));
    reply.header('location', `/api/v1/operator/users/${user.id}`);
    return { data: { createUser: presentUser(user) } };
  }

  @Get(':id')
  @Operation({ summary: 'Read a user', answer: UserView })
  async user(@Param('id', existing('user')) id: string) {
    const user = await this.messenger.request('user.get', { id });
    return { data: { user: presentUser(user) } };
  }

  @Patch(':id')
  @Operation({
    summary: 'Change a user',
    description: 'Changes a user. What is changed of plan and status takes effect at once.',
    answer: UserView,
  })
  async updateUser(@AskedBy() by: By, @Param('id', existing('user')) id: string, @Body() change: UpdateUser) {
    const user = await this.messenger.request('user.update', toUpdateUser(by, id, change));
    return { data: { updateUser: presentUser(user) } };
  }

  @Post(':id/api-keys')
  @AnswersSecret('key')
  @Operation({
    creates: 'api_key',
    key: 'createApiKey',
    summary: 'Create a key for a user',
    answer: NewApiKeyView,
    errors: ['limit_reached'],
  })
  async createUserApiKey(
    @AskedBy() by: By,
    @Param('id', existing('user')) userId: string,
    @Body() input: CreateUserApiKey,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { key, command } = mintKey(by, userId, input, keyRateOf(input));
    const created = await this.messenger.request('api-key.create', command);
    reply.header('location', `/api/v1/operator/users/${userId}/api-keys/${created.id}`);
    return { data: { createApiKey: presentNewApiKey({ ...created, key }) } };
  }

  @Get(':id/api-keys/:keyId')
  @Operation({ key: 'apiKey', summary: 'Read a key of a user', answer: ApiKeyView })
  async userApiKey(
    @Param('id', existing('user')) userId: string,
    @Param('keyId', existing('api_key')) id: string,
  ) {
    const key = await this.messenger.request('api-key.get', { userId, id });
    return { data: { apiKey: presentApiKey(key) } };
  }
}
