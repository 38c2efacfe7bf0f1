import type { By } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Controller, Delete, Get, Param, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { AskedBy } from '../access/caller';
import { ApiKeyView, presentApiKey } from '../api-keys/api-key.presenter';
import { existing } from '../input/path-id';
import { Operation } from '../openapi/operation';
import { DeletedView, presentDeleted } from '../http/deleted.presenter';
import { Lists } from '../paging/lists';
import { PageQuery } from '../paging/page-query';

/** Whose cursors these are: any operator's. */
const OPERATOR = 'operator';

/** The keys of a user, for an operator who has to stop one that leaked. */
@Controller('api/v1/operator/users/:id/api-keys')
export class UserApiKeysController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
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

  @Delete(':keyId')
  @Operation({
    key: 'deleteApiKey',
    summary: 'Revoke a key of a user',
    description: 'Revokes a key, also the last one that the user has. It opens nothing from then on.',
    answer: DeletedView,
  })
  async deleteUserApiKey(
    @AskedBy() by: By,
    @Param('id', existing('user')) userId: string,
    @Param('keyId', existing('api_key')) id: string,
  ) {
    const deleted = await this.messenger.request('api-key.delete', { by, userId, id });
    return { data: { deleteApiKey: presentDeleted(deleted) } };
  }
}
