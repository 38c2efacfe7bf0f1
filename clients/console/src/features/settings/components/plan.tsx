import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { useSession } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { ErrorNote, Loading } from '../../../ui/page';
import { UsageBars } from './usage-bars';
import { useUsage } from '../api/account';

export function Plan() {
  const texts = useTexts();
  const { account } = useSession();
  const usage = useUsage();
  if (usage.isLoadingError) return <ErrorNote error={usage.error} retry={() => void usage.refetch()} />;
  if (!usage.data) return <Loading lines={4} />;
  return (
    <Paper className="pane">
      <Stack>
        <Group gap="xs">
          <Text fw={600}>{account.name}</Text>
          <Badge variant="light" tt="none" radius="sm">
            {texts.settings.plans[account.plan]}
          </Badge>
          {account.email !== null && <Text c="dimmed">{account.email}</Text>}
        </Group>
        <UsageBars usage={usage.data} />
      </Stack>
    </Paper>
  );
}
