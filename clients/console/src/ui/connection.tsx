import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { connection } from '../connection';
import { useAnySession } from '../session';
import { useTexts } from '../texts';

/** How often it is tried whether the service answers again (milliseconds). */
const ASK_AGAIN_MS = 2_000;
const NOTE = 'connection';

/** Says when nothing answers and when it does again, and has what failed meanwhile asked for again. */
export function Connection() {
  const texts = useTexts();
  const { client } = useAnySession();
  const queries = useQueryClient();
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost);
  const wasLost = useRef(false);

  useEffect(() => {
    // Also after somebody has signed in again.
    void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  }, [client, isLost, queries]);

  useEffect(() => {
    const labels = { closeButtonProps: { 'aria-label': texts.close } };
    if (!isLost) {
      if (wasLost.current) {
        notifications.hide(NOTE);
        notifications.show({ color: 'teal', message: texts.connection.back, ...labels });
      }
      wasLost.current = false;
      return undefined;
    }
    wasLost.current = true;
    const message = texts.connection.lost;
    notifications.show({ id: NOTE, message, color: 'orange', loading: true, autoClose: false, ...labels });
    const ended = new AbortController();
    const ask = (): void => void client.get('/account', { signal: ended.signal }).catch(() => undefined);
    const timer = setInterval(ask, ASK_AGAIN_MS);
    return () => {
      clearInterval(timer);
      ended.abort(new DOMException('It answers again', 'AbortError'));
    };
  }, [isLost, client, texts]);
  return null;
}
