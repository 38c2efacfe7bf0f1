import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useAnySession } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { notifyOfError } from '../../../ui/action';
import { Deletions } from '../deletions';
import { UndoMessage } from './undo-message';

/** The deletions of this tab. They continue when the reader goes to another page. */
const deletions = new Deletions();
window.addEventListener('pagehide', () => deletions.flush());

/** The campaigns that lists leave out, because they are being deleted. */
export function useHiddenCampaigns(): ReadonlySet<string> {
  return useSyncExternalStore(deletions.subscribe, deletions.get);
}

/** Deletes campaigns that no longer send anything, with a message that offers to undo it. */
export function useDeletion(): (ids: readonly string[]) => void {
  const texts = useTexts();
  const queries = useQueryClient();
  const { client } = useAnySession();
  return (ids) => {
    const deletion = deletions.begin(client, ids);
    const id = `deletion ${ids.join(' ')}`;
    const undo = (): void => {
      deletion.undo();
      notifications.hide(id);
    };
    notifications.show({
      id,
      autoClose: false,
      closeButtonProps: { 'aria-label': texts.close },
      message: <UndoMessage onUndo={undo}>{texts.campaignList.deleted(ids.length)}</UndoMessage>,
    });
    deletion.ended
      .then(
        async (end) => {
          if (end === 'deleted') await queries.invalidateQueries({ queryKey: ['campaigns'] });
        },
        (error: unknown) => notifyOfError(texts, error),
      )
      .finally(() => notifications.hide(id))
      .catch(() => undefined);
  };
}
