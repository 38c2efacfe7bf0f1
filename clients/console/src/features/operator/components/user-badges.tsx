import type { Schemas } from '@carillon/sdk';
import { Badge, Group } from '@mantine/core';
import { useTexts } from '../../../texts';

/** Plan and status. */
export function UserBadges({ user: { plan, status } }: { user: Pick<Schemas['User'], 'plan' | 'status'> }) {
  const texts = useTexts();
  return (
    <Group gap="xs" wrap="nowrap">
      <Badge variant="light" tt="none" radius="sm" color={plan === 'UPGRADED' ? 'violet' : 'gray'}>
        {texts.settings.plans[plan]}
      </Badge>
      <Badge variant="light" tt="none" radius="sm" color={status === 'ACTIVE' ? 'teal' : 'red'}>
        {texts.operator.statuses[status]}
      </Badge>
    </Group>
  );
}
