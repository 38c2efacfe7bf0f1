import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';

/** How often the counts of the day are read again (milliseconds). */
const REFRESH_MS = 30_000;

/** What a sender with daily limits has sent today. */
export function useRampUp(senderId: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['senders', senderId, 'ramp-up'],
    queryFn: ({ signal }) => client.get('/senders/{id}/ramp-up', { path: { id: senderId }, signal }),
    refetchInterval: REFRESH_MS,
  });
}

export const useResumeRampUp = apiAction(
  (client, id: string) => client.post('/senders/{id}/ramp-up/resume', { path: { id } }),
  ['senders'],
);
