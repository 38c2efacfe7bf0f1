import { Controller } from '@nestjs/common';
import type { ApiKey, Deleted, Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { CreateApiKey } from './create-api-key';
import { DeleteApiKey } from './delete-api-key';
import { GetApiKey } from './get-api-key';
import { ListApiKeys } from './list-api-keys';

@Controller()
export class ApiKeysController {
  constructor(
    private readonly createApiKey: CreateApiKey,
    private readonly getApiKey: GetApiKey,
    private readonly listApiKeys: ListApiKeys,
    private readonly deleteApiKey: DeleteApiKey,
  ) {}

  @Command('api-key.create')
  create(key: Payload<'api-key.create'>): Promise<ApiKey> {
    return this.createApiKey.execute(key);
  }

  @Command('api-key.get')
  get(query: Payload<'api-key.get'>): Promise<ApiKey> {
    return this.getApiKey.execute(query);
  }

  @Command('api-key.list')
  list(query: Payload<'api-key.list'>): Promise<Reply<'api-key.list'>> {
    return this.listApiKeys.execute(query);
  }

  @Command('api-key.delete')
  delete(command: Payload<'api-key.delete'>): Promise<Deleted> {
    return this.deleteApiKey.execute(command);
  }
}
