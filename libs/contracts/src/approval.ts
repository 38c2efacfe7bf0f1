import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { command, read } from './define';
import { Id, Nullable, Timestamp } from './field-types';
import type { MemberRole } from './member';

/** The roles of members who can approve and reject campaigns. */
export const approverRoles = ['owner', 'approver'] as const satisfies MemberRole[];

export function isApprover(role: MemberRole): boolean {
  return approverRoles.some((each) => each === role);
}

/** The longest note of a request or a decision (characters). */
export const MAX_APPROVAL_NOTE = 2_000;

/** WITHDRAWN: the campaign was edited after the request, or the request was taken back. */
export const approvalStates = ['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const;
export type ApprovalState = (typeof approvalStates)[number];
/** A text between services, because a later release may add states. */
export const ApprovalState = Type.Unsafe<ApprovalState>(Type.String());

/** The requester of a change, and the name of the member. `memberName` null: a key made the request. */
export const ApprovalActor = Type.Object({ by: By, memberName: Nullable(Type.String()) });
export type ApprovalActor = Static<typeof ApprovalActor>;

/** When an approved campaign starts. `scheduledAt` null: when it is approved. `maxLateness` in seconds. */
export const ApprovalStart = Type.Object({
  scheduledAt: Nullable(Timestamp),
  maxLateness: Nullable(Type.Integer()),
});
export type ApprovalStart = Static<typeof ApprovalStart>;

/** Why an approved campaign did not start as requested. */
export const notStartedOnApproval = ['TIME_PASSED', 'NOT_PERMITTED'] as const;
export type NotStartedOnApproval = (typeof notStartedOnApproval)[number];

/** The latest request to approve a campaign, and its decision. */
export const Approval = Type.Object({
  id: Id,
  state: ApprovalState,
  requestedBy: ApprovalActor,
  requestedAt: Timestamp,
  note: Nullable(Type.String()),
  /** Null: the campaign does not start by itself. */
  start: Nullable(ApprovalStart),
  /** Null: the request is pending. `by` null: unknown. */
  decision: Nullable(
    Type.Object({ by: Nullable(ApprovalActor), at: Timestamp, note: Nullable(Type.String()) }),
  ),
  notStarted: Nullable(Type.Unsafe<NotStartedOnApproval>(Type.String())),
});
export type Approval = Static<typeof Approval>;

/** Whether campaigns of an account need an approval, and how many members there are to give it. */
export const ApprovalSetting = Type.Object({
  required: Type.Boolean(),
  members: Type.Integer(),
  approvers: Type.Integer(),
});
export type ApprovalSetting = Static<typeof ApprovalSetting>;

export const approvalMessages = {
  'account.approval': read('account', Type.Object({ userId: Id }), ApprovalSetting),
  /** Errors: user_not_found; too_few_members if nobody could approve the campaigns of another member. */
  'account.change-approval': command(
    'account',
    Type.Object({ by: By, userId: Id, required: Type.Boolean() }),
    ApprovalSetting,
  ),
};
