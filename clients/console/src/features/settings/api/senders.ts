import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/session';

/** All senders of the account, of which there are 50 at most. */
export function useSenders() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['senders'],
    queryFn: ({ signal }) => client.get('/senders', { query: { limit: 100 }, signal }),
  });
}

/** The channels that nothing can go out by: those other than email without a sender. */
export function useMissingSenders(): (channel: Schemas['Channel']) => boolean {
  const { data } = useSenders();
  return (channel) =>
    channel !== 'EMAIL' && data !== undefined && !data.some((each) => each.channel === channel);
}
