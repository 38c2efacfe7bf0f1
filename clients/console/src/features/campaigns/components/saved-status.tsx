import { Text } from '@mantine/core';
import { useFormat, useTexts } from '../../../texts';
import { useCampaignTexts } from '../texts';
import { hasWrongReplyTo } from '../draft/draft';
import type { DraftState } from '../draft/draft-saver';

/** Whether and when the draft was saved, or why it isn't. */
export function SavedStatus({ editor: { draft, status, saved } }: { editor: DraftState }) {
  const texts = useTexts();
  const { campaign, campaignEditor } = useCampaignTexts();
  const { clock } = useFormat();

  const labels = {
    untouched: campaignEditor.savesItself,
    unsaved: hasWrongReplyTo(draft) ? campaignEditor.cannotSave : campaign.unsaved,
    saving: texts.saving,
    retrying: campaignEditor.savedLater,
    saved: saved && campaign.savedAt(clock(saved.updatedAt)),
  };
  return (
    <Text size="sm" c="dimmed" role="status">
      {labels[status]}
    </Text>
  );
}
