import { Injectable } from '@nestjs/common';
import type { Payload, User } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Users } from './users';

/** Adds a user. The same id again answers the user that is there. */
@Injectable()
export class CreateUser {
  constructor(
    private readonly users: Users,
    private readonly clock: Clock,
  ) {}

  execute(user: Payload<'user.create'>): Promise<User> {
    return this.users.add(user, this.clock.now());
  }
}
