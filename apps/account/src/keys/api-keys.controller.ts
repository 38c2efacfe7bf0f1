import { Controller } from '@nestjs/common';
import type { ApiKey, Deleted, Payload, Reply } from '@carillon/contracts';
import { Command, OnEvent } from '@carillon/messaging';
import { Users } from '../users';
import { ApiKeys } from './api-keys';
import { Authenticate } from './authenticate';
import { EditApiKeys } from './edit-api-keys';
import { NoteUses } from './note-uses';

@Controller()
export class ApiKeysController {
  constructor(
    private readonly editApiKeys: EditApiKeys,
    private readonly authenticate: Authenticate,
    private readonly noteUses: NoteUses,
    private readonly keys: ApiKeys,
    private readonly users: Users,
  ) {}

  @Command('account.authenticate')
  async authenticateOne({
    keyHash,
  }: Payload<'account.authenticate'>): Promise<Reply<'account.authenticate'>> {
    const [found] = await this.authenticate.authenticate([keyHash]);
    return { principal: found?.principal ?? null };
  }

  @Command('account.authenticate-many')
  async authenticateMany({
    keyHashes,
  }: Payload<'account.authenticate-many'>): Promise<Reply<'account.authenticate-many'>> {
    return { found: await this.authenticate.authenticate(keyHashes) };
  }

  @OnEvent('api-key.used')
  used(event: Payload<'api-key.used'>): Promise<void> {
    return this.noteUses.noteUses(event);
  }

  @Command('api-key.create')
  create(key: Payload<'api-key.create'>): Promise<ApiKey> {
    return this.editApiKeys.create(key);
  }

  @Command('api-key.rotate')
  rotate(command: Payload<'api-key.rotate'>): Promise<ApiKey> {
    return this.editApiKeys.rotate(command);
  }

  @Command('api-key.get')
  get({ userId, id }: Payload<'api-key.get'>): Promise<ApiKey> {
    return this.keys.get(userId, id);
  }

  @Command('api-key.list')
  async list(query: Payload<'api-key.list'>): Promise<Reply<'api-key.list'>> {
    await this.users.get(query.userId);
    return this.keys.page(query);
  }

  @Command('api-key.delete')
  delete(command: Payload<'api-key.delete'>): Promise<Deleted> {
    return this.editApiKeys.delete(command);
  }
}
