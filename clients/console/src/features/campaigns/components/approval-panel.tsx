import type { Schemas } from '@carillon/sdk';
import { Badge, Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { useApprover, useMay } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { type ApprovalTexts, useApprovalTexts } from '../../approvals';
import { notify } from '../../../ui/action';
import { ErrorNote } from '../../../ui/page';
import { useDecide, useWithdrawApproval } from '../api/approvals';

type Approval = Schemas['CampaignApproval'];

/** The longest note (characters). */
export const LONGEST_NOTE = 2_000;

const colors = { PENDING: 'yellow', APPROVED: 'teal', REJECTED: 'red', WITHDRAWN: 'gray' } as const;

interface ApprovalPanelProps {
  campaignId: string;
  approval: Approval;
  /** The decision has started or scheduled the campaign. */
  onStarted: () => void;
}

/** The latest request for an approval of a draft, and what the person can do about it. */
export function ApprovalPanel({ campaignId, approval, onStarted }: ApprovalPanelProps) {
  const texts = useTexts();
  const own = useApprovalTexts();
  const { time } = useFormat();

  const approver = useApprover();
  const mayWrite = useMay('write');
  const withdraw = useWithdrawApproval({ done: () => notify(texts, own.withdrawn) });
  const { state, requestedBy, requestedAt, note, start, decision, notStarted } = approval;
  const isOpen = state === 'PENDING' || state === 'APPROVED';
  const mayDecide = state === 'PENDING' && approver !== null && approver.memberId !== requestedBy.memberId;
  return (
    <Paper className="pane" component="section" aria-label={own.title}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Group gap="sm">
            <Title order={2}>{own.title}</Title>
            <Badge color={colors[state]} variant="light" radius="sm" tt="none">
              {texts.approval.states[state]}
            </Badge>
          </Group>
          {isOpen && mayWrite && (
            <Button
              variant="default"
              size="xs"
              loading={withdraw.isPending}
              onClick={() => withdraw.mutate(campaignId)}
            >
              {own.withdraw}
            </Button>
          )}
        </Group>
        <Text size="sm">{own.requested(nameOf(requestedBy, own), time(requestedAt))}</Text>
        {note !== null && <Note>{note}</Note>}
        {state === 'PENDING' && (
          <Text size="sm" c="dimmed">
            {start === null
              ? own.startsManually
              : start.scheduledAt === null
                ? own.startsOnApproval
                : own.startsAt(time(start.scheduledAt))}{' '}
            {mayWrite && own.editWithdraws}
          </Text>
        )}
        {decision && <Text size="sm">{own.decided[state](nameOf(decision.by, own), time(decision.at))}</Text>}
        {decision?.note != null && <Note>{decision.note}</Note>}
        {notStarted && <Text size="sm">{own.notStarted[notStarted]}</Text>}
        {mayDecide && <Decision {...{ campaignId, approval, onStarted }} />}
      </Stack>
    </Paper>
  );
}

/** The buttons of an approver. */
function Decision({ campaignId, approval, onStarted }: ApprovalPanelProps) {
  const texts = useTexts();
  const own = useApprovalTexts();
  const [note, setNote] = useState('');
  const decide = useDecide({
    silent: true,
    done: ({ status, approval: after }) => {
      notify(texts, after?.state === 'REJECTED' ? own.rejected : own.approved);
      if (status !== 'DRAFT') onStarted();
    },
  });
  const go = (verb: 'approve' | 'reject') => (): void => {
    const written = note.trim() === '' ? {} : { note };
    decide.mutate({ id: campaignId, verb, approvalId: approval._id, ...written });
  };
  const isBusy = (verb: 'approve' | 'reject'): boolean => decide.isPending && decide.variables.verb === verb;
  return (
    <>
      <Textarea
        label={own.decisionNote}
        value={note}
        maxLength={LONGEST_NOTE}
        autosize
        minRows={2}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {decide.error && <ErrorNote error={decide.error} />}
      <Group>
        <Button loading={isBusy('approve')} disabled={decide.isPending} onClick={go('approve')}>
          {approveText(approval, own)}
        </Button>
        <Button
          variant="default"
          loading={isBusy('reject')}
          disabled={decide.isPending}
          onClick={go('reject')}
        >
          {own.reject}
        </Button>
      </Group>
    </>
  );
}

function approveText({ start }: Approval, own: ApprovalTexts): string {
  if (start === null) return own.approve;
  return start.scheduledAt === null ? own.approveAndSend : own.approveAndSchedule;
}

function Note({ children }: { children: string }) {
  return (
    <Text size="sm" component="blockquote" m={0} pl="sm" style={{ whiteSpace: 'pre-wrap' }}>
      “{children}”
    </Text>
  );
}

function nameOf(actor: Approval['requestedBy'] | null, own: ApprovalTexts): string {
  return actor === null ? own.unknown : (actor.name ?? own.key);
}
