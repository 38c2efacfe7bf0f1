import { Injectable } from '@nestjs/common';
import type { Payload, Principal, Reply } from '@carillon/contracts';
import { Users } from '../users/users';
import { ApiKeys, type KeyHolder } from './api-keys';

/** Tells whose key it is by the key's hash; null for a key that never was or is no more. */
@Injectable()
export class Authenticate {
  constructor(
    private readonly keys: ApiKeys,
    private readonly users: Users,
  ) {}

  async execute({ keyHash }: Payload<'account.authenticate'>): Promise<Reply<'account.authenticate'>> {
    const holder = await this.keys.holderOf(keyHash);
    return { principal: holder && (await this.principal(holder)) };
  }

  private async principal(holder: KeyHolder): Promise<Principal | null> {
    if (holder.role === 'operator') return holder;
    const user = await this.users.find(holder.userId);
    return user && { ...holder, plan: user.plan, status: user.status };
  }
}
