import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useCampaignTexts } from '../texts';
import { ErrorNote } from '../../../ui/page';
import type { Conflict, Resolution } from '../draft/draft-saver';

interface ConflictDialogProps {
  conflict: Conflict;
  error: Error | null;
  isBusy: boolean;
  onResolve: (choice: Resolution) => void;
}

/** Asks for the version to keep. It can't be closed without a choice. */
export function ConflictDialog({ conflict: { isOwn }, error, isBusy, onResolve }: ConflictDialogProps) {
  const { campaign, campaignEditor } = useCampaignTexts();
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      title={isOwn ? campaign.conflictOwnTitle : campaign.conflictTitle}
      size="lg"
    >
      <Stack>
        <Text size="sm">{isOwn ? campaignEditor.conflictOwnText : campaignEditor.conflictText}</Text>
        {error && <ErrorNote error={error} />}
        <Group justify="flex-end">
          <Button variant="default" disabled={isBusy} onClick={() => onResolve('both')}>
            {campaignEditor.keepBoth}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={() => onResolve('theirs')}>
            {isOwn ? campaign.takeOther : campaign.takeTheirs}
          </Button>
          <Button disabled={isBusy} onClick={() => onResolve('mine')}>
            {campaign.keepMine}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
