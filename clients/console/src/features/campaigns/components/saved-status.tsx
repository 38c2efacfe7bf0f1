import { Text } from '@mantine/core';
import { useFormat, useTexts } from '../../../texts';
import type { DraftState } from '../draft/draft-saver';

/** Whether and when the draft was saved, or why it isn't. */
export function SavedStatus({ editor: { status, saved, blocking } }: { editor: DraftState }) {
  const texts = useTexts();
  const { clock } = useFormat();
  const { campaign, campaignEditor } = texts;
  const unsaved =
    saved === null
      ? campaignEditor.onlyInTab
      : blocking.length === 0
        ? campaign.unsaved
        : campaignEditor.cannotSave(blocking.map((part) => campaignEditor.parts[part]));
  const labels = {
    untouched: null,
    unsaved,
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
