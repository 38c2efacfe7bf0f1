import { createHash, randomBytes } from 'node:crypto';
import {
  type Comment,
  type Invitation,
  type Login,
  type Member,
  type MemberRole,
  type Notification,
  type NotificationSettings,
  type Principal,
  type Session,
  memberRoles,
  roleScopes,
} from '@carillon/contracts';
import { USER, principals } from './callers';

const times = { createdAt: '2026-03-01T10:00:00.000Z', updatedAt: '2026-03-01T10:00:00.000Z' };
export const LOGIN = '5f00000000000000000000d1';
export const MEMBER = '5f00000000000000000000d2';
export const SESSION = '5f00000000000000000000d3';

export const member: Member = {
  ...{ id: MEMBER, userId: USER, loginId: LOGIN, name: 'Ada Lovelace', email: 'ada@example.com' },
  ...{ role: 'owner', hasSecondFactor: false, ...times },
};
export const session: Session = {
  ...{ id: SESSION, userId: USER, memberId: MEMBER, userAgent: 'Firefox' },
  createdAt: times.createdAt,
  lastUsedAt: '2026-03-01T10:00:00.000Z',
  expiresAt: '2026-03-01T22:00:00.000Z',
};
export const login: Login = {
  ...{ id: LOGIN, name: 'Ada Lovelace', email: 'ada@example.com', hasSecondFactor: true, recoveryCodes: 9 },
  hasPassword: true,
  accounts: [{ userId: USER, name: 'Ann', memberId: MEMBER, role: 'owner' }],
  createdAt: times.createdAt,
};
export const comment: Comment = {
  ...{ id: '5f00000000000000000000d7', campaignId: '5f00000000000000000000d6' },
  author: { memberId: MEMBER, keyId: null, name: 'Ada Lovelace' },
  ...{ text: 'The prices are final now.', createdAt: times.createdAt },
};
export const notification: Notification = {
  ...{ id: '5f00000000000000000000d5', campaignId: '5f00000000000000000000d6', campaignName: 'Spring sale' },
  ...{ kind: 'campaign.completed', at: times.createdAt, counts: { delivered: 4_812, failed: 37 } },
  isRead: false,
};
export const notificationSettings: NotificationSettings = {
  language: 'en',
  emails: { paused: true, finished: false, bounces: true, approvals: true, comments: true },
};
export const invitation: Invitation = {
  ...{ id: '5f00000000000000000000d4', userId: USER, email: 'grace@example.com', role: 'editor' },
  ...{ createdAt: times.createdAt, expiresAt: '2026-03-08T10:00:00.000Z' },
};

type UserPrincipal = Extract<Principal, { role: 'user' }>;

/** The session headers of a person with this role. */
export interface SessionHeaders extends Record<string, string> {
  cookie: string;
  'x-csrf-token': string;
}

export function aSessionOf(role: MemberRole, overrides: Partial<UserPrincipal> = {}): SessionHeaders {
  const token = randomBytes(32).toString('base64url');
  const principal: Principal = {
    ...{ role: 'user', keyId: MEMBER, userId: USER, plan: 'FREE', status: 'ACTIVE', rate: 'NONE' },
    scopes: [...roleScopes[role]],
    signedIn: { sessionId: SESSION, loginId: LOGIN, name: 'Ada Lovelace', role },
    ...overrides,
  };
  principals.set(createHash('sha256').update(token).digest('hex'), principal);
  const csrfToken = createHash('sha256').update(`csrf ${token}`).digest('base64url');
  return { cookie: `__Host-carillon=${token}`, 'x-csrf-token': csrfToken };
}

/** Sessions that the account service of these tests knows, by role. */
export const sessions = Object.fromEntries(memberRoles.map((role) => [role, aSessionOf(role)])) as Record<
  MemberRole,
  SessionHeaders
>;
