import type { Schemas } from '@carillon/sdk';
import { Badge, Group } from '@mantine/core';
import { useTexts } from '../../../texts';
import { useOperatorTexts } from '../texts';

/** Plan and status. */
export function UserBadges({ user: { plan, status } }: { user: Pick<Schemas['User'], 'plan' | 'status'> }) {
  const texts = useTexts();
  const operator = useOperatorTexts();
  return (
    <Group gap="xs" wrap="nowrap">
      <Badge variant="light" tt="none" radius="sm" color={plan === 'UPGRADED' ? 'violet' : 'gray'}>
        {texts.settings.plans[plan]}
      </Badge>
      <Badge variant="light" tt="none" radius="sm" color={status === 'ACTIVE' ? 'teal' : 'red'}>
        {operator.statuses[status]}
      </Badge>
    </Group>
  );
}
