import { randomBytes } from 'node:crypto';
import { parseEmail } from '@carillon/address';
import { isId, newId } from '@carillon/contracts';
import type { AddMember } from './members';

const PASSWORD_BYTES = 15;

/**
 * Makes a person an owner of an account, with a generated password that only the returned text contains.
 * @throws Error if the arguments are not an account ID and an address; AppError user_not_found, member_exists
 */
export async function makeOwner(
  addMember: Pick<AddMember, 'add'>,
  [userId = '', address = '', ...words]: readonly string[],
): Promise<string> {
  const parsed = parseEmail(address);
  if (!isId(userId) || !parsed.ok)
    throw new Error('Usage: npm run owner -- <id of the account> <email address> [name]');
  const { address: email } = parsed;
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const name = words.join(' ').trim() || email;
  const owner = { id: newId(), userId, email, name, role: 'owner' as const, password };
  const { isNew } = await addMember.add(null, owner);
  return isNew
    ? `${email} is an owner of the account and signs in with the password ${password}`
    : `${email} is an owner of the account and signs in with their existing password`;
}
