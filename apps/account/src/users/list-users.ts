import { Injectable } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Users } from './users';

/** Pages through all users, oldest first. */
@Injectable()
export class ListUsers {
  constructor(private readonly users: Users) {}

  execute({ after, limit }: Payload<'user.list'>): Promise<Reply<'user.list'>> {
    return this.users.page(after, limit);
  }
}
