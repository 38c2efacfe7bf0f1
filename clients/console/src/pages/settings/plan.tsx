import type { Schemas } from '@carillon/sdk';
import { Badge, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../session';
import { useFormat, useTexts } from '../../texts';
import { ErrorNote, Loading } from '../../ui/page';

export function Plan() {
  const texts = useTexts();
  const { number } = useFormat();
  const { client, account } = useSession();
  const usage = useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => client.get('/account/usage', { signal }),
  });
  if (usage.error) return <ErrorNote error={usage.error} retry={() => void usage.refetch()} />;
  if (!usage.data) return <Loading lines={4} />;
  const quotas = Object.keys(usage.data) as (keyof Schemas['Usage'])[];
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
        {quotas.map((quota) => {
          const { used, limit } = usage.data[quota];
          return (
            <div key={quota}>
              <Group justify="space-between" className="numbers" mb={4}>
                <Text size="sm">{texts.settings.quotas[quota]}</Text>
                <Text size="sm" c="dimmed">
                  {limit === null
                    ? texts.settings.unlimited(number(used))
                    : texts.settings.used(number(used), number(limit))}
                </Text>
              </Group>
              {limit !== null && (
                <Progress
                  value={(100 * used) / limit}
                  size="sm"
                  color={used > 0.9 * limit ? 'red' : 'bell'}
                  aria-label={texts.settings.quotas[quota]}
                />
              )}
            </div>
          );
        })}
      </Stack>
    </Paper>
  );
}
