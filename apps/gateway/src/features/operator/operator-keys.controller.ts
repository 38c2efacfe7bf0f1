import { type OperatorKey, type OperatorScope, operatorScopes } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { IsIn } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { needOperatorScope } from '../../security/authenticator';
import { limitationsWithin } from '../../security/key-limitations';
import { CallingOperator, NeedsOperatorScope, type Operator, askedBy } from '../../security/caller';
import { NewKey, keyProperties, limitationsOf, mintSecret, secretKey } from '../api-keys';
import { AnswersSecret } from '../../http/idempotency/hooks';
import { existing } from '../../http/input/path-id';
import { IsListOf, OptionalNotNull } from '../../http/input/rule';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { Operation } from '../../openapi/operation';
import { Id, OneOf, Text, View, presenter } from '../../openapi/view';

/** Repeats are harmless, but limited. */
const MAX_SCOPES = 10;
/** The owner of the cursors of operators' lists. */
const OPERATOR = 'operator';

class CreateOperatorApiKey extends NewKey {
  @ApiProperty({ description: 'The scopes of the key; absent: all', examples: [['read', 'users']] })
  @IsListOf((each) => IsIn(operatorScopes, each), MAX_SCOPES)
  @OptionalNotNull()
  readonly scopes?: OperatorScope[];
}

/** An operator's key as it may be shown permanently. */
const OperatorKeyView = View('OperatorApiKey', {
  _id: Id(),
  name: Text('On call'),
  prefix: Text('car_op_0aB1cD', { description: 'The first 13 characters' }),
  scopes: Type.Array(OneOf(operatorScopes, { $id: 'OperatorScope' })),
  isConfigured: Type.Boolean({
    description: 'The key is defined in the configuration, and can be changed only there',
  }),
  ...keyProperties,
});

/** An operator's key as it is shown once. */
const NewOperatorKeyView = View('NewOperatorApiKey', {
  ...OperatorKeyView.properties,
  key: secretKey('car_op_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0u1vW2xY'),
});

const named = ({ id, grants, expiresAt, networks, ...key }: OperatorKey) => ({
  ...key,
  _id: id,
  scopes: grants,
  expiresAt: expiresAt ?? null,
  networks: networks ?? null,
});

const presentOperatorKey = presenter(OperatorKeyView, named);
const presentNewOperatorKey = presenter(NewOperatorKeyView, (created: OperatorKey & { key: string }) => ({
  ...named(created),
  key: created.key,
}));

/** The keys of operators: everything here needs the scope `admin` of an operator's key. */
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
    const command = { by: askedBy(operator), name: input.name, grants, ...minted, ...limitations };
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
    const deleted = await this.messenger.request('operator-key.delete', { by: askedBy(operator), id });
    return { data: { deleteApiKey: presentDeleted(deleted) } };
  }
}
