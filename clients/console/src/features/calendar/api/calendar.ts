import { useSession } from '../../../app/session/session';
import { useWholeList } from '../../../ui/paged';

/** All campaigns whose start is in the period, or that are scheduled for it. */
export function useCampaignsBetween(since: Date, until: Date) {
  const { client } = useSession();
  const query = { fields: 'summary', since: since.toISOString(), until: until.toISOString() } as const;
  return useWholeList(['campaigns', 'calendar', query.since, query.until], (signal) =>
    client.list('/campaigns', { query, signal }),
  );
}
