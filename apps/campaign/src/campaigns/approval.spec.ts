import { type ApprovalActor, AppError, newId } from '@carillon/contracts';
import {
  type StoredApproval,
  currentApproval,
  decidable,
  decided,
  requested,
  requireOpen,
  shownApproval,
  withdrawn,
} from './approval';

const contentAt = new Date('2026-03-01T10:00:00.000Z');
const at = new Date('2026-03-01T11:00:00.000Z');
const later = new Date('2026-03-01T12:00:00.000Z');

function actor(memberName: string | null): ApprovalActor {
  return { by: { role: 'user', keyId: newId() }, memberName };
}
const [ada, grace] = [actor('Ada'), actor('Grace')];

const pending = requested(
  { requestId: newId(), actor: ada, note: 'Please check.', start: null },
  { at, contentAt },
);
const approved: StoredApproval = {
  ...decided(pending, 'APPROVED', { actor: grace, at: later, note: null, requestId: newId() }),
  frozenAudience: { segments: [], excludeGroups: [], excludeSegments: [], topicId: null },
};
const codeOf = (deciding: () => unknown): string => {
  try {
    deciding();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'none';
};

describe('the approval of a campaign', () => {
  it('can be decided on by another member than its requester', () => {
    expect(decidable(pending, { approvalId: pending.id, actor: grace })).toBe(pending);
    expect(codeOf(() => decidable(pending, { approvalId: pending.id, actor: ada }))).toBe(
      'own_approval_request',
    );
  });

  it('can be decided on only if it is the one that was seen', () => {
    expect(codeOf(() => decidable(pending, { approvalId: newId(), actor: grace }))).toBe('campaign_changed');
  });

  it.each([
    ['no request', null],
    ['an approved request', approved],
    ['a withdrawn request', withdrawn(pending, ada, at)],
  ])('cannot be decided on with %s', (_, approval) => {
    const deciding = () => decidable(approval, { approvalId: pending.id, actor: grace });
    expect(codeOf(deciding)).toBe('approval_not_pending');
  });

  it('is withdrawn by an edit, with the editor, and without the approved audience', () => {
    const after = withdrawn(approved, grace, later);
    expect(after).toMatchObject({ state: 'WITHDRAWN', decision: { by: grace, at: later, note: null } });
    expect(after).not.toHaveProperty('frozenAudience');
    expect(codeOf(() => requireOpen(after))).toBe('approval_not_pending');
  });

  it('keeps a rejection, whatever is edited', () => {
    const rejection = { actor: grace, at: later, note: 'The price is wrong.', requestId: newId() };
    const rejected = decided(pending, 'REJECTED', rejection);
    expect(withdrawn(rejected, ada, later)).toBe(rejected);
  });

  it('counts only for the content that was approved, even after an edit by an earlier release', () => {
    const draft = { status: 'DRAFT' as const, approval: approved };
    expect(currentApproval({ ...draft, updatedAt: contentAt })).toBe(approved);
    expect(currentApproval({ ...draft, updatedAt: later })).toMatchObject({
      state: 'WITHDRAWN',
      decision: { by: null, at: later },
    });
    expect(currentApproval({ ...draft, status: 'SENT', updatedAt: later })).toBe(approved);
  });

  it('is shown without the request that decided', () => {
    expect(shownApproval(approved)).toEqual({
      ...{ id: pending.id, state: 'APPROVED', requestedBy: ada, note: 'Please check.', start: null },
      ...{ requestedAt: at.toISOString(), notStarted: null },
      decision: { by: grace, at: later.toISOString(), note: null },
    });
  });
});
