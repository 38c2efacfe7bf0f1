import { Injectable } from '@nestjs/common';
import { AppError, type Deleted, type Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { ApiKeys } from './api-keys';

/** Revokes a key everywhere at once. Errors: api_key_in_use for the key that asks, api_key_not_found. */
@Injectable()
export class DeleteApiKey {
  constructor(
    private readonly keys: ApiKeys,
    private readonly messenger: Messenger,
  ) {}

  async execute({ userId, id, usedKeyId }: Payload<'api-key.delete'>): Promise<Deleted> {
    if (id === usedKeyId) throw new AppError('api_key_in_use');
    const removed = await this.keys.remove(userId, id);
    // Also when it was gone: the one who removed it may have died before saying so.
    await this.messenger.broadcast('access.changed', { userId });
    if (!removed) throw new AppError('api_key_not_found');
    return { ids: [id] };
  }
}
