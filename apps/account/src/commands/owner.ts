import { randomBytes } from 'node:crypto';
import { parseEmail } from '@carillon/address';
import { isId, newId } from '@carillon/contracts';
import { MongoModule, joinFeatures } from '@carillon/mongo';
import { PlatformModule, runTask } from '@carillon/platform';
import { Module } from '@nestjs/common';
import { Accounts, KeyNames, audit } from '../audit';
import { accountConfig } from '../config';
import { ApiKeyRecord, ApiKeySchema, ApiKeys } from '../keys';
import { AddMember, adding } from '../members';
import { UserRecord, UserSchema, Users } from '../users';

const PASSWORD_BYTES = 15;

const { imports, providers } = joinFeatures([
  audit,
  adding,
  {
    collections: [
      { name: UserRecord.name, schema: UserSchema },
      { name: ApiKeyRecord.name, schema: ApiKeySchema },
    ],
    providers: [
      Users,
      { provide: Accounts, useExisting: Users },
      ApiKeys,
      { provide: KeyNames, useExisting: ApiKeys },
    ],
  },
]);

@Module({
  imports: [PlatformModule.forTask('account', accountConfig), MongoModule.forTask('account'), ...imports],
  providers,
})
export class OwnerModule {}

/** `npm run owner`: adds the first owner of an account. */
export function owner(args: readonly string[]): Promise<void> {
  return runTask('account', [{ module: OwnerModule }], (task) =>
    makeOwner(task.get(AddMember, { strict: false }), args),
  );
}

/**
 * Makes a person an owner of an account. The password appears only in the returned text.
 * @throws Error if the arguments are not an account ID and an email address; AppError user_not_found, member_exists
 */
export async function makeOwner(
  addMember: Pick<AddMember, 'add'>,
  [userId = '', address = '', ...nameParts]: readonly string[],
): Promise<string> {
  const parsed = parseEmail(address);
  if (!isId(userId) || !parsed.ok)
    throw new Error('Usage: npm run owner -- <id of the account> <email address> [name]');
  const { address: email } = parsed;
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const name = nameParts.join(' ').trim() || email;
  const owner = { id: newId(), userId, email, name, role: 'owner' as const, password };
  const { isNew } = await addMember.add(null, owner);
  return isNew
    ? `${email} is an owner of the account and signs in with the password ${password}`
    : `${email} is an owner of the account and signs in with the existing password`;
}
