import type { Payload, ProviderAccount } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Injectable } from '@nestjs/common';
import { AuditedChanges, changesBetween } from '../audit';
import { ProviderAccounts } from './provider-accounts';

/** Pauses and limits provider accounts. */
@Injectable()
export class EditProviderAccounts {
  constructor(
    private readonly accounts: ProviderAccounts,
    private readonly audited: AuditedChanges,
    private readonly messenger: Messenger,
  ) {}

  /** Notifies dispatchers, which apply the change at once. Errors: provider_account_not_found. */
  async update({ by, id, ...change }: Payload<'provider-account.update'>): Promise<ProviderAccount> {
    const { pausedAt, ...before } = await this.accounts.get(id);
    const after = await this.audited.make(by, async (session, now) => {
      const isPaused = change.isPaused ?? pausedAt !== undefined;
      const { ratePerSecond = before.ratePerSecond } = change;
      const changed: ProviderAccount = {
        ...before,
        ratePerSecond,
        ...(isPaused && { pausedAt: pausedAt ?? now.toISOString() }),
      };
      await this.accounts.save(changed, session);
      const changes = changesBetween(
        { isPaused: pausedAt !== undefined, ratePerSecond: before.ratePerSecond },
        { isPaused, ratePerSecond },
      );
      const target = { type: 'provider_account' as const, id, name: before.name };
      const action = { userId: null, action: 'provider_account.updated' as const, target, changes };
      return { result: changed, action: changes.length === 0 ? null : action };
    });
    await this.messenger.broadcast('provider-accounts.changed', {});
    return after;
  }
}
