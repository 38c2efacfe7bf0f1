import { type Principal, hashApiKey, mintApiKey } from '@carillon/contracts';

export const USER = '5f000000000000000000000a';

type UserPrincipal = Extract<Principal, { role: 'user' }>;

const user: UserPrincipal = {
  role: 'user',
  keyId: '5f00000000000000000000c1',
  userId: USER,
  plan: 'FREE',
  status: 'ACTIVE',
  scopes: ['read', 'write', 'send'],
  // Unlimited, as rate limits have tests of their own.
  rate: 'NONE',
};

/** The keys that the account service of these tests knows. */
export const keys = {
  user: mintApiKey('user'),
  otherUser: mintApiKey('user'),
  reader: mintApiKey('user'),
  writer: mintApiKey('user'),
  suspended: mintApiKey('user'),
  operator: mintApiKey('operator'),
  unknown: mintApiKey('user'),
};

/** The owners of the keys, by hash. */
export const principals = new Map<string, Principal>([
  [hashApiKey(keys.user), user],
  [
    hashApiKey(keys.otherUser),
    { ...user, keyId: '5f00000000000000000000c2', userId: '5f000000000000000000000b' },
  ],
  [hashApiKey(keys.reader), { ...user, scopes: ['read'] }],
  [hashApiKey(keys.writer), { ...user, scopes: ['read', 'write'] }],
  [hashApiKey(keys.suspended), { ...user, status: 'SUSPENDED' }],
  [hashApiKey(keys.operator), { role: 'operator', keyId: '5f00000000000000000000c9' }],
]);

/** The reply of the account service about one of many keys. */
export function heldBy(keyHash: string): { keyHash: string; principal: Principal }[] {
  const principal = principals.get(keyHash);
  return principal ? [{ keyHash, principal }] : [];
}

/** The calling user in commands. */
export const byUser = { role: 'user', keyId: user.keyId } as const;
export const byOperator = { role: 'operator', keyId: '5f00000000000000000000c9' } as const;
