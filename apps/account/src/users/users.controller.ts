import { Controller } from '@nestjs/common';
import type { Payload, Reply, User } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { CreateUser } from './create-user';
import { UpdateUser } from './update-user';
import { Users } from './users';

@Controller()
export class UsersController {
  constructor(
    private readonly createUser: CreateUser,
    private readonly updateUser: UpdateUser,
    private readonly users: Users,
  ) {}

  @Command('user.create')
  create(user: Payload<'user.create'>): Promise<User> {
    return this.createUser.execute(user);
  }

  @Command('user.get')
  get({ id }: Payload<'user.get'>): Promise<User> {
    return this.users.get(id);
  }

  @Command('user.list')
  list({ after, limit }: Payload<'user.list'>): Promise<Reply<'user.list'>> {
    return this.users.page(after, limit);
  }

  @Command('user.update')
  update(change: Payload<'user.update'>): Promise<User> {
    return this.updateUser.execute(change);
  }
}
