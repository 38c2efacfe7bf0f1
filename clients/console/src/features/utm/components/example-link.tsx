import { Code, Text } from '@mantine/core';
import { useUtmTexts } from '../texts';
import { type UtmValues, taggedLink } from '../tagged-link';

const EXAMPLE = 'https://example.com/offer';

/** A link as it would be in an email with these values. */
export function ExampleLink({ values }: { values: UtmValues }) {
  const utm = useUtmTexts();
  return (
    <Text size="xs" c="dimmed" component="p" m={0} style={{ overflowWrap: 'anywhere' }}>
      {utm.example} <Code>{taggedLink(EXAMPLE, values)}</Code>
    </Text>
  );
}
