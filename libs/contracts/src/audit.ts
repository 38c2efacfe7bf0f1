import { type Static, Type } from '@sinclair/typebox';
import { read } from './define';
import { Id, Nullable, Page, PageRequest, Timestamp } from './field-types';

/** Whose key came with the request that asks for a change of an account. */
export const By = Type.Object({
  role: Type.Union([Type.Literal('user'), Type.Literal('operator')]),
  keyId: Id,
});
export type By = Static<typeof By>;

/** What may become of an account. A key of an operator's is nobody's account, but opens all of them. */
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

/** What a field says. */
export const AuditValue = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.String()),
  Type.Null(),
]);
export type AuditValue = Static<typeof AuditValue>;

/** One field before and after; null: it was not there, or is not any more. Of a secret only that it was or is there. */
export const AuditChange = Type.Object({
  field: Type.String(),
  before: AuditValue,
  after: AuditValue,
});
export type AuditChange = Static<typeof AuditChange>;

/**
 * A change of an account. `actor` is as it was known then: by `system` the configuration did it, without a key. `userId`
 * is whose account it was, null for nobody's; `requestId` the request that asked for it.
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
  /** Oldest first. `userId` null: of everybody and nobody; other nulls match all, `since` is a time. */
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
