import type { By } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { RequestedBy, CallingOperator, type Operator, requestedBy } from '../../security/caller';
import { limitationsWithin } from '../../security/key-limitations';
import { ReadUsage, UsageView, UserView, presentUser } from '../account';
import {
  limitationsOf,
  mintKey,
  ApiKeyView,
  NewApiKeyView,
  presentApiKey,
  presentNewApiKey,
} from '../api-keys';
import { ErasureView, presentErasure } from '../personal-data';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { AnswersSecret } from '../../http/idempotency/hooks';
import { mintId } from '../../http/idempotency/minting';
import { existing } from '../../http/input/path-id';
import { Operation } from '../../openapi/operation';
import { OPERATOR } from '../../http/paging/cursor';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { CreateUserApiKey, keyRateOf } from './user-key.input';
import { CreateUser, toCreateUser, UpdateUser, toUpdateUser } from './user.input';

/** Users and their keys. Requires an operator key. */
@Controller('api/v1/operator/users')
export class OperatorController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
    private readonly readUsage: ReadUsage,
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
    @RequestedBy() by: By,
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
    description: 'Changes a user. A change of plan or status takes effect immediately.',
    answer: UserView,
  })
  async updateUser(
    @RequestedBy() by: By,
    @Param('id', existing('user')) id: string,
    @Body() change: UpdateUser,
  ) {
    const user = await this.messenger.request('user.update', toUpdateUser(by, id, change));
    return { data: { updateUser: presentUser(user) } };
  }

  @Delete(':id')
  @HttpCode(202)
  @Operation({
    summary: 'Delete a user and all their data',
    description:
      "The user's keys are rejected immediately, and running campaigns are canceled. Then all services erase the " +
      'data of the user, which takes several minutes.',
    answer: ErasureView,
  })
  async deleteUser(
    @RequestedBy() by: By,
    @Param('id', existing('user')) userId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const erasure = await this.messenger.request('erasure.begin-user', { by, id: mintId(), userId });
    reply.header('location', `/api/v1/operator/erasures/${erasure.id}`);
    return { data: { deleteUser: presentErasure(erasure) } };
  }

  @Get(':id/usage')
  @Operation({
    key: 'usage',
    summary: 'Read the quota usage of a user',
    answer: UsageView,
  })
  async userUsage(@Param('id', existing('user')) id: string) {
    return { data: { usage: await this.readUsage.read(id) } };
  }

  @Post(':id/api-keys')
  @AnswersSecret('key')
  @Operation({
    creates: 'api_key',
    key: 'createApiKey',
    summary: 'Create a key for a user',
    description:
      "Creates a key. It can't expire later than the key that creates it, and is accepted only from the same networks.",
    answer: NewApiKeyView,
    errors: ['limit_reached'],
  })
  async createUserApiKey(
    @CallingOperator() operator: Operator,
    @Param('id', existing('user')) userId: string,
    @Body() input: CreateUserApiKey,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const limitations = limitationsWithin(operator, limitationsOf(input));
    const options = { rate: keyRateOf(input), limitations };
    const { key, command } = mintKey(requestedBy(operator), userId, input, options);
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

  @Get(':id/api-keys')
  @Operation({
    key: 'apiKeys',
    summary: 'List the keys of a user',
    answer: Type.Array(ApiKeyView),
  })
  async userApiKeys(
    @Param('id', existing('user')) userId: string,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const keys = await this.lists.answer(reply, { userId: OPERATOR, query }, (slice) =>
      this.messenger.request('api-key.list', { userId, ...slice }),
    );
    return { data: { apiKeys: keys.map(presentApiKey) } };
  }

  @Delete(':id/api-keys/:keyId')
  @Operation({
    key: 'deleteApiKey',
    summary: 'Revoke a key of a user',
    description: 'Revokes a key, even the last one of the user. Afterward, requests with it are rejected.',
    answer: DeletedView,
  })
  async deleteUserApiKey(
    @RequestedBy() by: By,
    @Param('id', existing('user')) userId: string,
    @Param('keyId', existing('api_key')) id: string,
  ) {
    const deleted = await this.messenger.request('api-key.delete', { by, userId, id });
    return { data: { deleteApiKey: presentDeleted(deleted) } };
  }
}
