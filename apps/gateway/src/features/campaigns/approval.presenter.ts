import { type Approval, type ApprovalActor, approvalStates, notStartedOnApproval } from '@carillon/contracts';
import { Count, Id, OneOf, OrNull, Part, Text, Time, View } from '../../openapi/view';

const Actor = Part({
  memberId: OrNull(Id(), { description: 'Null: a key made the request' }),
  keyId: OrNull(Id(), { description: 'Null: a member made the request' }),
  name: OrNull(Text('Ada Lovelace', { description: 'The name of the member at that time' })),
});

const note = (whose: string) =>
  OrNull(Text('Please check the prices.', { description: `The note of ${whose}` }));

export const ApprovalView = View('CampaignApproval', {
  _id: Id({ description: 'The request, which a decision names' }),
  state: OneOf(approvalStates, {
    description: 'WITHDRAWN: the draft was edited after the request, or the request was taken back',
  }),
  requestedBy: Actor,
  requestedAt: Time(),
  note: note('the requester'),
  start: OrNull(
    Part({
      scheduledAt: OrNull(Time(), { description: 'Null: when the campaign is approved' }),
      maxLateness: OrNull(Count(3600, { description: 'The maximum delay of the start (seconds)' })),
    }),
    { description: 'When the approved campaign starts. Null: when a member publishes it' },
  ),
  decision: OrNull(
    Part({
      by: OrNull(Actor, { description: 'Null: unknown' }),
      at: Time(),
      note: note('the approver'),
    }),
    { description: 'Who approved, rejected, or withdrew. Null: pending' },
  ),
  notStarted: OrNull(OneOf(notStartedOnApproval), {
    description:
      'Why the approved campaign did not start as requested: its time had passed, or its requester could no longer send',
  }),
});

function presentActor({ by, memberName }: ApprovalActor) {
  const isMember = memberName !== null;
  return {
    memberId: isMember ? by.keyId : null,
    keyId: isMember ? null : by.keyId,
    name: memberName,
  };
}

export function presentApproval({ id, requestedBy, decision, ...approval }: Approval) {
  return {
    ...approval,
    _id: id,
    requestedBy: presentActor(requestedBy),
    decision: decision && { ...decision, by: decision.by && presentActor(decision.by) },
  };
}
