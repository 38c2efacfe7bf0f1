import { Injectable } from '@nestjs/common';
import { type ApiKey, AppError, type Payload } from '@carillon/contracts';
import { ApiKeys } from './api-keys';

/** Answers one of a user's keys, without the key itself. Errors: api_key_not_found. */
@Injectable()
export class GetApiKey {
  constructor(private readonly keys: ApiKeys) {}

  async execute({ userId, id }: Payload<'api-key.get'>): Promise<ApiKey> {
    const key = await this.keys.get(userId, id);
    if (!key) throw new AppError('api_key_not_found');
    return key;
  }
}
