import type { Schemas } from '@carillon/sdk';
import { Group, Progress, Stack, Text } from '@mantine/core';
import { useFormat } from '../../../texts';
import { useUsageTexts } from '../usage-texts';

/** How much of each quota is used. */
export function UsageBars({ usage }: { usage: Schemas['Usage'] }) {
  const { settings } = useUsageTexts();
  const { number, bytes } = useFormat();
  const quotas = Object.keys(usage) as (keyof Schemas['Usage'])[];
  return (
    <Stack>
      {quotas.map((quota) => {
        const { used, limit } = usage[quota];
        const size = quota === 'importBytes' || quota === 'idempotencyBytes' ? bytes : number;
        return (
          <div key={quota}>
            <Group justify="space-between" className="numbers" mb={4}>
              <Text size="sm">{settings.quotas[quota]}</Text>
              <Text size="sm" c="dimmed">
                {limit === null ? settings.unlimited(size(used)) : settings.used(size(used), size(limit))}
              </Text>
            </Group>
            {limit !== null && (
              <Progress
                value={(100 * used) / limit}
                size="sm"
                color={used > 0.9 * limit ? 'red' : 'bell'}
                aria-label={settings.quotas[quota]}
              />
            )}
          </div>
        );
      })}
    </Stack>
  );
}
