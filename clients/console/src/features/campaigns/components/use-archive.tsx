import { notifications } from '@mantine/notifications';
import { useTexts } from '../../../texts';
import { useOrganize } from '../api/organize';
import { UndoMessage } from './undo-message';

/** Moves campaigns to the archive or back, with a message that offers to undo it. */
export function useArchive(): (campaignIds: readonly string[], archived: boolean) => void {
  const texts = useTexts();
  const back = useOrganize();
  const { mutate } = useOrganize({
    // The caller may be gone by then, because archived campaigns leave the table.
    done: (_, { campaignIds, archived = false }) => {
      const id = `archive ${campaignIds.join(' ')}`;
      const undo = (): void => {
        notifications.hide(id);
        back.mutate({ campaignIds, archived: !archived });
      };
      const { archive } = texts;
      const done = (archived ? archive.archived : archive.unarchived)(campaignIds.length);
      notifications.show({
        id,
        closeButtonProps: { 'aria-label': texts.close },
        message: <UndoMessage onUndo={undo}>{done}</UndoMessage>,
      });
    },
  });
  return (campaignIds, archived) => mutate({ campaignIds, archived });
}
