import { operatorScopes } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { needOperatorScope } from '../../security/authenticator';
import { limitationsWithin } from '../../security/key-limitations';
import { CallingOperator, NeedsOperatorScope, type Operator, requestedBy } from '../../security/caller';
import { limitationsOf, mintSecret } from '../api-keys';
import { AnswersSecret } from '../../http/idempotency/hooks';
import { existing } from '../../http/input/path-id';
import { OPERATOR } from '../../http/paging/cursor';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { Operation } from '../../openapi/operation';
import {
  OperatorKeyView,
  presentOperatorKey,
  NewOperatorKeyView,
  presentNewOperatorKey,
} from './operator-key.presenter';
import { CreateOperatorApiKey } from './operator-key.input';

/** Operator keys. Requires an operator key with the scope `admin`. */
@Controller('api/v1/operator/api-keys')
export class OperatorKeysController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @NeedsOperatorScope('admin')
  @Operation({ key: 'apiKeys', summary: 'List the operator keys', answer: Type.Array(OperatorKeyView) })
  async operatorApiKeys(@Query() query: PageQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    const keys = await this.lists.answer(reply, { userId: OPERATOR, query }, (slice) =>
      this.messenger.request('operator-key.list', slice),
    );
    return { data: { apiKeys: keys.map(presentOperatorKey) } };
  }

  @Post()
  @NeedsOperatorScope('admin')
  @AnswersSecret('key')
  @Operation({
    creates: 'operator_key',
    key: 'createApiKey',
    summary: 'Create an operator key',
    description:
      "Creates a key. Its scopes and networks must be a subset of those of the key that creates it. It can't expire later than that key.",
    answer: NewOperatorKeyView,
    errors: ['limit_reached'],
  })
  async createOperatorApiKey(
    @CallingOperator() operator: Operator,
    @Body() input: CreateOperatorApiKey,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const grants = operatorScopes.filter((scope) => input.scopes?.includes(scope) ?? true);
    for (const scope of grants) needOperatorScope(operator, scope);
    const { key, minted } = mintSecret('operator');
    const limitations = limitationsWithin(operator, limitationsOf(input));
    const command = { by: requestedBy(operator), name: input.name, grants, ...minted, ...limitations };
    const created = await this.messenger.request('operator-key.create', command);
    reply.header('location', `/api/v1/operator/api-keys/${created.id}`);
    return { data: { createApiKey: presentNewOperatorKey({ ...created, key }) } };
  }

  @Get(':id')
  @NeedsOperatorScope('admin')
  @Operation({ key: 'apiKey', summary: 'Read an operator key', answer: OperatorKeyView })
  async operatorApiKey(@Param('id', existing('operator_key')) id: string) {
    const key = await this.messenger.request('operator-key.get', { id });
    return { data: { apiKey: presentOperatorKey(key) } };
  }

  @Delete(':id')
  @NeedsOperatorScope('admin')
  @Operation({
    key: 'deleteApiKey',
    summary: 'Revoke an operator key',
    description: 'Revokes a key permanently. The change takes effect everywhere within about a second.',
    answer: DeletedView,
    errors: ['api_key_in_use', 'operator_key_configured'],
  })
  async deleteOperatorApiKey(
    @CallingOperator() operator: Operator,
    @Param('id', existing('operator_key')) id: string,
  ) {
    const deleted = await this.messenger.request('operator-key.delete', { by: requestedBy(operator), id });
    return { data: { deleteApiKey: presentDeleted(deleted) } };
  }
}
