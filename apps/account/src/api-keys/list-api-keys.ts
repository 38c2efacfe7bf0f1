import { Injectable } from '@nestjs/common';
import { AppError, type Payload, type Reply } from '@carillon/contracts';
import { Users } from '../users/users';
import { ApiKeys } from './api-keys';

/** Pages through a user's keys, oldest first. Errors: user_not_found. */
@Injectable()
export class ListApiKeys {
  constructor(
    private readonly keys: ApiKeys,
    private readonly users: Users,
  ) {}

  async execute(query: Payload<'api-key.list'>): Promise<Reply<'api-key.list'>> {
    if (!(await this.users.find(query.userId))) throw new AppError('user_not_found');
    return this.keys.page(query);
  }
}
