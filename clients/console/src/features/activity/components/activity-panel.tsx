import type { Schemas } from '@carillon/sdk';
import { Drawer } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../texts';
import { notify } from '../../../ui/action';
import { Confirm } from '../../../ui/confirm';
import { useDeleteComment } from '../api/activity';
import { useActivityTexts } from '../texts';
import { Composer } from './composer';
import { Timeline } from './timeline';

export interface ActivityPanelProps {
  campaign: Schemas['CampaignDetail'];
  isOpen: boolean;
  onClose: () => void;
  /** The comment that is being written. */
  written: string;
  onWritten: (text: string) => void;
}

/** The comments on a campaign and what happened to it, beside its page. */
export function ActivityPanel({ campaign, isOpen, onClose, written, onWritten }: ActivityPanelProps) {
  const texts = useTexts();
  const own = useActivityTexts();
  const [deleting, setDeleting] = useState<Schemas['Comment'] | null>(null);
  const remove = useDeleteComment({ silent: true, done: () => notify(texts, own.removed) });
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      closeOnEscape={deleting === null}
      position="right"
      title={own.title}
      closeButtonProps={{ 'aria-label': texts.close }}
      styles={{
        content: { display: 'flex', flexDirection: 'column' },
        body: { flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', gap: 12 },
      }}
    >
      <Timeline campaign={campaign} onDelete={setDeleting} />
      <Composer campaignId={campaign._id} text={written} onText={onWritten} />
      {deleting && (
        <Confirm
          title={own.removeTitle}
          verb={own.remove}
          action={() => remove.mutateAsync(deleting)}
          onClose={() => setDeleting(null)}
        >
          {own.removeHint}
        </Confirm>
      )}
    </Drawer>
  );
}
