import { Text } from '@mantine/core';
import { useCampaignTexts } from '../../texts';

/** The preview of a channel without a text. */
export function NoMessage() {
  const { campaign } = useCampaignTexts();
  return <Text size="sm">{campaign.noMessage}</Text>;
}
