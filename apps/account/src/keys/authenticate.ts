import { Injectable } from '@nestjs/common';
import type { Principal } from '@carillon/contracts';
import { Members } from '../members';
import { Users } from '../users';
import { ApiKeys } from './api-keys';
import type { KeyHolder } from './key-forms';

/**
 * Finds the principals of keys and session tokens by their hashes. Omits unknown and revoked ones. An unknown hash
 * costs one index lookup among the keys and one among the sessions.
 */
@Injectable()
export class Authenticate {
  constructor(
    private readonly keys: ApiKeys,
    private readonly users: Users,
    private readonly members: Members,
  ) {}

  async authenticate(keyHashes: readonly string[]): Promise<{ keyHash: string; principal: Principal }[]> {
    const held = await this.keys.holdersOf(keyHashes);
    const found = await Promise.all(
      held.map(async ({ keyHash, holder }) => ({ keyHash, principal: await this.principalOf(holder) })),
    );
    const ofKeys = found.flatMap(({ keyHash, principal }) => (principal ? [{ keyHash, principal }] : []));
    const rest = keyHashes.filter((each) => !held.some(({ keyHash }) => keyHash === each));
    const ofSessions = rest.length > 0 ? await this.members.principalsOf(rest) : [];
    return [...ofKeys, ...ofSessions];
  }

  private async principalOf(holder: KeyHolder): Promise<Principal | null> {
    if (holder.role === 'operator') return holder;
    const user = await this.users.find(holder.userId);
    if (!user) return null;
    const { plan, status, defaultCountry } = user;
    return { ...holder, plan, status, ...(defaultCountry !== undefined && { defaultCountry }) };
  }
}
