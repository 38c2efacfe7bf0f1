import { type ApiKey, AppError, type Payload } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';

/**
 * Stores a user's new key. An account service of release 0.2.0 stores it without the new scopes and limits, so that it could
 * do too much: such a key is revoked. @throws AppError service_unavailable
 */
export async function createKey(messenger: Messenger, command: Payload<'api-key.create'>): Promise<ApiKey> {
  const created = await messenger.request('api-key.create', command);
  if (created.grants) return created;
  const { by, userId, id } = command;
  await messenger.request('api-key.delete', { by, userId, id });
  throw new AppError('service_unavailable', 'The service is being upgraded');
}
