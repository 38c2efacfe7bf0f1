import { Text } from '@mantine/core';
import { useTexts } from '../../../../texts';

/** The preview of a channel without a text. */
export function NoMessage() {
  const texts = useTexts();
  return <Text size="sm">{texts.campaign.noMessage}</Text>;
}
