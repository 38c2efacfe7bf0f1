import { Controller } from '@nestjs/common';
import type { Payload, Reply, User } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { CreateUser } from './create-user';
import { GetUser } from './get-user';
import { ListUsers } from './list-users';
import { UpdateUser } from './update-user';

@Controller()
export class UsersController {
  constructor(
    private readonly createUser: CreateUser,
    private readonly getUser: GetUser,
    private readonly listUsers: ListUsers,
    private readonly updateUser: UpdateUser,
  ) {}

  @Command('user.create')
  create(user: Payload<'user.create'>): Promise<User> {
    return this.createUser.execute(user);
  }

  @Command('user.get')
  get(query: Payload<'user.get'>): Promise<User> {
    return this.getUser.execute(query);
  }

  @Command('user.list')
  list(query: Payload<'user.list'>): Promise<Reply<'user.list'>> {
    return this.listUsers.execute(query);
  }

  @Command('user.update')
  update(change: Payload<'user.update'>): Promise<User> {
    return this.updateUser.execute(change);
  }
}
