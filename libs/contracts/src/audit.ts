import { type Static, Type } from '@sinclair/typebox';
import { read } from './define';
import { Id, Nullable, Page, PageRequest, Timestamp } from './field-types';

/** The key of the request that changes an account. */
export const By = Type.Object({
  role: Type.Union([Type.Literal('user'), Type.Literal('operator')]),
  keyId: Id,
});
export type By = Static<typeof By>;

/** Changes of an account. An operator's key belongs to no account, but gives access to all of them. */
export const auditActions = [
  'user.created',
  'user.updated',
  'api_key.created',
  'api_key.revoked',
  'integration.created',
  'integration.updated',
  'integration.deleted',
  'operator_key.installed',
  'operator_key.removed',
] as const;
export type AuditAction = (typeof auditActions)[number];
export const AuditAction = Type.Unsafe<AuditAction>(
  Type.Union(auditActions.map((action) => Type.Literal(action))),
);

/** The value of a field. */
export const AuditValue = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.String()),
  Type.Null(),
]);
export type AuditValue = Static<typeof AuditValue>;

/** One field before and after; null: absent. Of a secret only whether it was or is present. */
export const AuditChange = Type.Object({
  field: Type.String(),
  before: AuditValue,
  after: AuditValue,
});
export type AuditChange = Static<typeof AuditChange>;

/**
 * A change of an account. `actor` is as it was then: `system` is the configuration, without a key. `userId` is the
 * owner of the account, null if it had none; `requestId` the request that made the change.
 */
export const AuditEntry = Type.Object({
  id: Id,
  at: Timestamp,
  userId: Nullable(Id),
  actor: Type.Object({
    role: Type.Union([Type.Literal('user'), Type.Literal('operator'), Type.Literal('system')]),
    keyId: Nullable(Id),
    keyName: Nullable(Type.String()),
    keyPrefix: Nullable(Type.String()),
  }),
  action: AuditAction,
  target: Type.Object({
    type: Type.Union([
      Type.Literal('user'),
      Type.Literal('api_key'),
      Type.Literal('integration'),
      Type.Literal('operator_key'),
    ]),
    id: Id,
    name: Nullable(Type.String()),
  }),
  changes: Type.Array(AuditChange),
  requestId: Nullable(Type.String()),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const auditMessages = {
  /** Oldest first. `userId` null: of all accounts and of none; other nulls match all, `since` is a time. */
  'audit.list': read(
    'account',
    Type.Object({
      userId: Nullable(Id),
      action: Nullable(AuditAction),
      since: Nullable(Timestamp),
      ...PageRequest,
    }),
    Page(AuditEntry),
  ),
};
