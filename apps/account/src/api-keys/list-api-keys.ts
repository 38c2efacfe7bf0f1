import { Injectable } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { ApiKeys } from './api-keys';

/** Pages through a user's keys, oldest first. */
@Injectable()
export class ListApiKeys {
  constructor(private readonly keys: ApiKeys) {}

  execute(query: Payload<'api-key.list'>): Promise<Reply<'api-key.list'>> {
    return this.keys.page(query);
  }
}
