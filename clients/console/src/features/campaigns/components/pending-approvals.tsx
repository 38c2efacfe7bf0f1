import { Alert, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useApprover } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { usePendingCount } from '../api/approvals';

/** Tells approvers how many campaigns wait for them. */
export function PendingApprovals() {
  const texts = useTexts();
  const approver = useApprover();
  const { data: count = 0 } = usePendingCount(approver !== null);
  if (approver === null || count === 0) return null;
  return (
    <Alert color="yellow">
      <Group justify="space-between">
        <Text size="sm">{texts.approval.waiting(count)}</Text>
        <Button
          variant="default"
          size="xs"
          renderRoot={(props) => <Link to="/campaigns" search={{ approval: 'PENDING' }} {...props} />}
        >
          {texts.approval.show}
        </Button>
      </Group>
    </Alert>
  );
}
