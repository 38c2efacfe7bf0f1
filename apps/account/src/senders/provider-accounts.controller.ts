import type { Payload, ProviderAccount, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { EditProviderAccounts } from './edit-provider-accounts';
import { ProviderAccounts } from './provider-accounts';

@Controller()
export class ProviderAccountsController {
  constructor(
    private readonly accounts: ProviderAccounts,
    private readonly edit: EditProviderAccounts,
  ) {}

  @Command('provider-account.list')
  list(query: Payload<'provider-account.list'>): Promise<Reply<'provider-account.list'>> {
    return this.accounts.page(query);
  }

  @Command('sender.identities')
  identities(query: Payload<'sender.identities'>): Promise<Reply<'sender.identities'>> {
    return this.accounts.identities(query);
  }

  @Command('provider-account.get')
  get({ id }: Payload<'provider-account.get'>): Promise<ProviderAccount> {
    return this.accounts.get(id);
  }

  @Command('provider-account.update')
  update(command: Payload<'provider-account.update'>): Promise<ProviderAccount> {
    return this.edit.update(command);
  }
}
