import { useQuery } from '@tanstack/react-query';
import { useAnySession } from '../../../app/session/session';

const EVERY_MS = 10_000;

/** The state of all channels and senders. */
export function useSendingHealth() {
  const { client } = useAnySession();
  return useQuery({
    queryKey: ['sendingHealth'],
    queryFn: ({ signal }) => client.get('/operator/health', { signal }),
    refetchInterval: EVERY_MS,
  });
}
