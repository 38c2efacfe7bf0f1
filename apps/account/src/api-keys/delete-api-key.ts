import { Injectable } from '@nestjs/common';
import { AppError, type Deleted, type Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { AuditedChanges } from '../audit/audited-changes';
import { apiKeyRevoked } from '../audit/audit-actions';
import { ApiKeys } from './api-keys';

/** Revokes a key everywhere at once; the same request again answers as the first time. Errors: api_key_in_use for the key that asks, api_key_not_found. */
@Injectable()
export class DeleteApiKey {
  constructor(
    private readonly keys: ApiKeys,
    private readonly audited: AuditedChanges,
    private readonly messenger: Messenger,
  ) {}

  async execute({ by, userId, id }: Payload<'api-key.delete'>): Promise<Deleted> {
    if (id === by.keyId) throw new AppError('api_key_in_use');
    const removed = await this.audited.make(by, async (session) => {
      const key = await this.keys.remove(userId, id, session);
      return { result: key, action: key && apiKeyRevoked(key) };
    });
    // Also when it was gone: the one who removed it may have died before saying so.
    await this.messenger.broadcast('access.changed', { userId });
    if (removed ?? (await this.audited.wasMade(userId, 'api_key.revoked', id))) return { ids: [id] };
    throw new AppError('api_key_not_found');
  }
}
