import type { Feature } from '@carillon/mongo';
import { Accounts } from '../audit';
import { EditUsers } from './edit-users';
import { UserRecord, UserSchema, Users } from './users';
import { UsersController } from './users.controller';

export { userUpdated } from './edit-users';
export { UserRecord, UserSchema, Users } from './users';

/** Users and the changes to their accounts. */
export const users: Feature = {
  collections: [{ name: UserRecord.name, schema: UserSchema }],
  controllers: [UsersController],
  providers: [Users, { provide: Accounts, useExisting: Users }, EditUsers],
};
