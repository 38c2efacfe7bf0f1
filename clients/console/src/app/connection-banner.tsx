import { Alert } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconWifiOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { connection } from './session/connection';
import { useAnySession } from './session/session';
import { useTexts } from '../texts';

/** The interval between attempts to reach the service, and the timeout of each attempt (milliseconds). */
const RETRY_MS = 2_000;

/** A banner while the service doesn't respond. After the service responds again, failed requests are repeated. */
export function Connection() {
  const texts = useTexts();
  const { client } = useAnySession();
  const queries = useQueryClient();
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost);
  const wasLost = useRef(false);

  useEffect(() => {
    // The client changes after another sign-in, which also repeats failed requests.
    void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  }, [client, isLost, queries]);

  useEffect(() => {
    if (!isLost) {
      const labels = { closeButtonProps: { 'aria-label': texts.close } };
      if (wasLost.current) notifications.show({ color: 'teal', message: texts.connection.back, ...labels });
      wasLost.current = false;
      return undefined;
    }
    wasLost.current = true;
    const ended = new AbortController();
    let attempt: AbortController | undefined;
    // The previous attempt ends first, so that a hanging service doesn't get many requests.
    const timer = setInterval(() => {
      attempt?.abort(new DOMException('The attempt timed out', 'AbortError'));
      attempt = new AbortController();
      const signal = AbortSignal.any([ended.signal, attempt.signal]);
      client.get('/account', { signal }).catch(() => undefined);
    }, RETRY_MS);
    return () => {
      clearInterval(timer);
      ended.abort(new DOMException('The service responds again', 'AbortError'));
    };
  }, [isLost, client, texts]);

  if (!isLost) return null;
  return (
    <Alert className="banner" color="orange" icon={<IconWifiOff aria-hidden />} role="alert" mb="md">
      {texts.connection.lost}
    </Alert>
  );
}
