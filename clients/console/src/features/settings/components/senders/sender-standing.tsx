import type { Schemas } from '@carillon/sdk';
import { Badge, Group, Text } from '@mantine/core';
import { useFormat } from '../../../../texts';
import { useSettingsTexts } from '../../texts';

interface SenderStandingProps {
  standing: NonNullable<Schemas['Sender']['standing']>;
}

const colors = { HIGH: 'teal', MEDIUM: 'yellow', LOW: 'red' } as const;

/** How the provider rates a sender, and what it allows it. */
export function SenderStanding({ standing }: SenderStandingProps) {
  const { standing: texts } = useSettingsTexts().senders;
  const format = useFormat();
  const { number, quality, messagingLimit, restriction, restrictedUntil } = standing;
  const isOver = restrictedUntil !== null && new Date(restrictedUntil) < new Date();
  const limit =
    messagingLimit === 'UNLIMITED'
      ? texts.unlimited
      : messagingLimit !== null && texts.limit(format.number(messagingLimit));
  return (
    <>
      <Group gap="xs" mt={4}>
        {number !== null && <Text size="sm">{number}</Text>}
        {quality !== null && (
          <Badge variant="light" tt="none" radius="sm" color={colors[quality]}>
            {texts.quality[quality]}
          </Badge>
        )}
        {limit && (
          <Text size="sm" c="dimmed">
            {limit}
          </Text>
        )}
      </Group>
      {restriction !== null && !isOver && (
        <Text size="sm" c="var(--mantine-color-error)">
          {texts.restrictions[restriction]}{' '}
          {restrictedUntil !== null && texts.until(format.time(restrictedUntil))}
        </Text>
      )}
    </>
  );
}
