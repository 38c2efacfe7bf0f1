import { hashApiKey, mintApiKey } from '@carillon/vault';
import { type Principal, scopes } from '@carillon/contracts';

export const USER = '5f000000000000000000000a';

type UserPrincipal = Extract<Principal, { role: 'user' }>;

/** The limitations of the limited keys. */
export const limitations = { expiresAt: '2126-01-01T00:00:00.000Z', networks: ['127.0.0.0/8'] };

const user: UserPrincipal = {
  role: 'user',
  keyId: '5f00000000000000000000c1',
  userId: USER,
  plan: 'FREE',
  status: 'ACTIVE',
  scopes: [...scopes],
  // Unlimited, because rate limits have separate tests.
  rate: 'NONE',
};

/** The keys that the account service of these tests knows. */
export const keys = {
  user: mintApiKey('user'),
  otherUser: mintApiKey('user'),
  reader: mintApiKey('user'),
  /** With all scopes except `send`. */
  writer: mintApiKey('user'),
  /** With all scopes. */
  owner: mintApiKey('user'),
  editor: mintApiKey('user'),
  administrator: mintApiKey('user'),
  consenting: mintApiKey('user'),
  expired: mintApiKey('user'),
  fromOffice: mintApiKey('user'),
  fromHere: mintApiKey('user'),
  /** Expires in a hundred years, and is accepted only from this machine. */
  limited: mintApiKey('user'),
  /** The same, with all scopes. */
  limitedOwner: mintApiKey('user'),
  suspended: mintApiKey('user'),
  operator: mintApiKey('operator'),
  supporter: mintApiKey('operator'),
  helper: mintApiKey('operator'),
  limitedOperator: mintApiKey('operator'),
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
  [hashApiKey(keys.writer), { ...user, scopes: ['read', 'write', 'admin', 'consent'] }],
  [hashApiKey(keys.owner), { ...user, scopes: [...scopes] }],
  [hashApiKey(keys.editor), { ...user, scopes: ['read', 'write'] }],
  [hashApiKey(keys.administrator), { ...user, scopes: ['admin'] }],
  [hashApiKey(keys.consenting), { ...user, scopes: ['consent'] }],
  [hashApiKey(keys.expired), { ...user, expiresAt: '2026-01-01T00:00:00.000Z' }],
  [hashApiKey(keys.fromOffice), { ...user, networks: ['203.0.113.0/24', '2001:db8::/32'] }],
  [hashApiKey(keys.fromHere), { ...user, networks: ['203.0.113.0/24', '127.0.0.0/8'] }],
  [hashApiKey(keys.limited), { ...user, ...limitations }],
  [hashApiKey(keys.limitedOwner), { ...user, scopes: [...scopes], ...limitations }],
  [hashApiKey(keys.suspended), { ...user, status: 'SUSPENDED' }],
  [hashApiKey(keys.operator), { role: 'operator', keyId: '5f00000000000000000000c9' }],
  [hashApiKey(keys.supporter), { role: 'operator', keyId: '5f00000000000000000000ca', grants: ['read'] }],
  [hashApiKey(keys.limitedOperator), { role: 'operator', keyId: '5f00000000000000000000cc', ...limitations }],
  [
    hashApiKey(keys.helper),
    { role: 'operator', keyId: '5f00000000000000000000cb', grants: ['users', 'admin'] },
  ],
]);

/** The reply of the account service about one of many keys. */
export function heldBy(keyHash: string): { keyHash: string; principal: Principal }[] {
  const principal = principals.get(keyHash);
  return principal ? [{ keyHash, principal }] : [];
}

/** The calling user in commands. */
export const byUser = { role: 'user', keyId: user.keyId } as const;
export const byOperator = { role: 'operator', keyId: '5f00000000000000000000c9' } as const;
