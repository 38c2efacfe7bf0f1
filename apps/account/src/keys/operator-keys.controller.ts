import { Controller } from '@nestjs/common';
import type { Deleted, OperatorKey, Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { ApiKeys } from './api-keys';
import { EditOperatorKeys } from './edit-operator-keys';

@Controller()
export class OperatorKeysController {
  constructor(
    private readonly editOperatorKeys: EditOperatorKeys,
    private readonly keys: ApiKeys,
  ) {}

  @Command('operator-key.create')
  create(key: Payload<'operator-key.create'>): Promise<OperatorKey> {
    return this.editOperatorKeys.create(key);
  }

  @Command('operator-key.get')
  get({ id }: Payload<'operator-key.get'>): Promise<OperatorKey> {
    return this.keys.getOperatorKey(id);
  }

  @Command('operator-key.list')
  list(query: Payload<'operator-key.list'>): Promise<Reply<'operator-key.list'>> {
    return this.keys.operatorKeys(query);
  }

  @Command('operator-key.delete')
  delete(command: Payload<'operator-key.delete'>): Promise<Deleted> {
    return this.editOperatorKeys.delete(command);
  }
}
