import { type Static, Type } from '@sinclair/typebox';
import { event, read } from './define';
import { Id, Nullable, Page, PageRequest, Timestamp } from './field-types';

/** The key of the request that changes an account. In a session, the member's ID replaces the key's ID. */
export const By = Type.Object({
  role: Type.Union([Type.Literal('user'), Type.Literal('operator')]),
  keyId: Id,
});
export type By = Static<typeof By>;

/** The types of objects in the audit trail. Files are exports, imports, and removals. */
export const auditActions = [
  'user.created',
  'user.updated',
  'api_key.created',
  'api_key.revoked',
  'integration.created',
  'integration.updated',
  'integration.deleted',
  'domain.created',
  'domain.keys_rotated',
  'domain.deleted',
  'operator_key.installed',
  'operator_key.removed',
  'prices.updated',
  'provider_account.updated',
  'api_key.used',
  'campaign.published',
  'campaign.approval_requested',
  'campaign.approval_withdrawn',
  'campaign.approved',
  'campaign.rejected',
  'campaign.paused',
  'campaign.resumed',
  'campaign.cancelled',
  'campaign.rescheduled',
  'campaign.unscheduled',
  'campaign.retried',
  'campaign.deleted',
  'campaign.tagged',
  'campaign.archived',
  'campaign.unarchived',
  'campaign.commented',
  'campaign.comment_deleted',
  'suppression.created',
  'suppression.lifted',
  'consent_settings.updated',
  'import.started',
  'import.ended',
  'removal.started',
  'removal.ended',
  'group.exported',
  'rejected_lines.exported',
  'deliveries.exported',
  'audit.exported',
  'person.read',
  'person.erased',
  'person.merged',
  'topic.created',
  'topic.updated',
  'topic.deleted',
  'attribute.renamed',
  'attribute.retyped',
  'attribute.deleted',
  'segment.created',
  'segment.updated',
  'segment.deleted',
  'user.deleted',
  'member.created',
  'member.updated',
  'member.deleted',
  'invitation.created',
  'invitation.deleted',
  'session.created',
  'session.deleted',
  'password.changed',
  'sign_in.failed',
  'recovery_code.used',
  'identity.linked',
  'identity.unlinked',
  'second_factor.enabled',
  'second_factor.disabled',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.disabled',
  'webhook.replayed',
  'sign_up_form.created',
  'sign_up_form.updated',
  'sign_up_form.deleted',
  'media.created',
  'media.updated',
  'media.deleted',
  'template.created',
  'template.updated',
  'template.deleted',
  'brand.updated',
  'saved_filter.created',
  'saved_filter.updated',
  'saved_filter.deleted',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Targets that concern membership and sign-in. */
const ofPeople = /^(?:member|invitation|session|password|second_factor|sign_in|recovery_code|identity)\./;
export const peopleActions = auditActions.filter((action) => ofPeople.test(action));

export const auditTargets = [
  'user',
  'api_key',
  'integration',
  'domain',
  'operator_key',
  'prices',
  'provider_account',
  'campaign',
  'suppression',
  'import',
  'removal',
  'group',
  'person',
  'topic',
  'attribute',
  'segment',
  'erasure',
  'member',
  'invitation',
  'session',
  'webhook',
  'sign_up_form',
  'media',
  'template',
  'saved_filter',
] as const;
export type AuditTarget = (typeof auditTargets)[number];

/** Strings between services, because a process of another release may have values that this one doesn't know. */
const AuditAction = Type.Unsafe<AuditAction>(Type.String());
const AuditTarget = Type.Unsafe<AuditTarget>(Type.String());

/** The value of a field. */
export const AuditValue = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.String()),
  Type.Null(),
]);
export type AuditValue = Static<typeof AuditValue>;

/** One field before and after; null: absent. For a secret, the values show only whether it was or is present. */
export const AuditChange = Type.Object({
  field: Type.String(),
  before: AuditValue,
  after: AuditValue,
});
export type AuditChange = Static<typeof AuditChange>;

const Actor = Type.Object({
  role: Type.Union([Type.Literal('user'), Type.Literal('operator'), Type.Literal('system')]),
  keyId: Nullable(Id),
  keyName: Nullable(Type.String()),
  keyPrefix: Nullable(Type.String()),
  /**
   * The person, if the request was made in a session. In that case, the entry has no key. `email`: absent for readers
   * who can't see members.
   */
  member: Type.Optional(Type.Object({ id: Id, name: Type.String(), email: Type.Optional(Type.String()) })),
});
/**
 * A change in an account. `actor` describes the actor at that time: `system` is the configuration, without a key.
 * `userId` is the owner of the account, null if it had none; `requestId` the request that made the change.
 */
export const AuditEntry = Type.Object({
  id: Id,
  at: Timestamp,
  userId: Nullable(Id),
  actor: Actor,
  action: AuditAction,
  target: Type.Object({ type: AuditTarget, id: Id, name: Nullable(Type.String()) }),
  changes: Type.Array(AuditChange),
  requestId: Nullable(Type.String()),
});
export type AuditEntry = Static<typeof AuditEntry>;

/**
 * An entry from a service other than account. The account service stores it once for its `id`. `by` null: the key is
 * unknown, or Carillon acted on its own (`isAutomatic`).
 */
export const AuditNote = Type.Object({
  ...Type.Omit(AuditEntry, ['actor', 'userId']).properties,
  userId: Id,
  by: Nullable(By),
  isAutomatic: Type.Optional(Type.Literal(true)),
});
export type AuditNote = Static<typeof AuditNote>;

export const auditMessages = {
  /**
   * Oldest first, or `newestFirst`. `userId` null: of all accounts and of none; other nulls match all. Entries from
   * `since` on and before `until`. `targetId`: entries about this object; absent: about any. `withoutPeople`: without the
   * entries of members and their sign-ins, and without members' addresses.
   */
  'audit.page': read(
    'account',
    Type.Object({
      withoutPeople: Type.Optional(Type.Boolean()),
      newestFirst: Type.Optional(Type.Boolean()),
      userId: Nullable(Id),
      action: Nullable(AuditAction),
      targetId: Type.Optional(Id),
      since: Nullable(Timestamp),
      until: Nullable(Timestamp),
      ...PageRequest,
    }),
    Page(AuditEntry),
  ),
  'audit.noted': event(['account.events'], AuditNote),
};
