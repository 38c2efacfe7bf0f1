import { Code, Stack, Text } from '@mantine/core';
import { usePersonTexts } from '../../person-texts';
import { valueText } from '../../extra-data';

/** Data for placeholders, one value per line. */
export function Facts({ facts }: { facts: Readonly<Record<string, unknown>> }) {
  const person = usePersonTexts();
  const entries = Object.entries(facts);
  if (entries.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {person.noData}
      </Text>
    );
  return (
    <Stack gap={2}>
      {entries.map(([key, value]) => (
        <Text key={key} size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Code>{key}</Code> {valueText(value)}
        </Text>
      ))}
    </Stack>
  );
}
