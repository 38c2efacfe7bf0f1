import { Injectable } from '@nestjs/common';
import { AppError, type Payload, type User } from '@carillon/contracts';
import { Users } from './users';

/** Answers one user. Errors: user_not_found. */
@Injectable()
export class GetUser {
  constructor(private readonly users: Users) {}

  async execute({ id }: Payload<'user.get'>): Promise<User> {
    const user = await this.users.find(id);
    if (!user) throw new AppError('user_not_found');
    return user;
  }
}
