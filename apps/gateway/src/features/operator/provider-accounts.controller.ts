import type { ProviderAccount } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Get, Param, Patch, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { existing } from '../../http/input/path-id';
import { OPERATOR } from '../../http/paging/cursor';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { Operation } from '../../openapi/operation';
import { CallingOperator, NeedsOperatorScope, type Operator, requestedBy } from '../../security/caller';
import { UpdateProviderAccount } from './provider-accounts.input';
import { ProviderAccountView, presentProviderAccount } from './provider-accounts.presenter';

/** The accounts at providers that senders of all users share. */
@Controller('api/v1/operator/provider-accounts')
export class ProviderAccountsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Operation({
    key: 'providerAccounts',
    summary: 'List the provider accounts',
    description:
      'Lists the accounts that the senders of all users use, and the account of the shared mail server.',
    answer: Type.Array(ProviderAccountView),
  })
  async providerAccounts(@Query() query: PageQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    const accounts = await this.lists.answer<ProviderAccount>(reply, { userId: OPERATOR, query }, (slice) =>
      this.messenger.request('provider-account.list', slice),
    );
    return { data: { providerAccounts: accounts.map(presentProviderAccount) } };
  }

  @Get(':id')
  @Operation({ key: 'providerAccount', summary: 'Read a provider account', answer: ProviderAccountView })
  async providerAccount(@Param('id', existing('provider_account')) id: string) {
    const account = await this.messenger.request('provider-account.get', { id });
    return { data: { providerAccount: presentProviderAccount(account) } };
  }

  @Patch(':id')
  @NeedsOperatorScope('admin')
  @Operation({
    key: 'updateProviderAccount',
    summary: 'Pause or limit a provider account',
    description:
      'Changes the given fields. Within a few seconds, the change applies to all senders that use the account.',
    answer: ProviderAccountView,
  })
  async updateProviderAccount(
    @CallingOperator() operator: Operator,
    @Param('id', existing('provider_account')) id: string,
    @Body() { isPaused, ratePerSecond }: UpdateProviderAccount,
  ) {
    const account = await this.messenger.request('provider-account.update', {
      ...{ by: requestedBy(operator), id },
      ...(isPaused !== undefined && { isPaused }),
      ...(ratePerSecond !== undefined && { ratePerSecond }),
    });
    return { data: { updateProviderAccount: presentProviderAccount(account) } };
  }
}
