import { Text } from '@mantine/core';
import { usePreviewTexts } from '../texts';

/** The preview of a channel without a text. */
export function NoMessage() {
  return <Text size="sm">{usePreviewTexts().noMessage}</Text>;
}
