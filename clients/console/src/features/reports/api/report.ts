import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '../../../app/session/session';

/** How often a report without a stream is requested (milliseconds). */
const REPORT_MS = 5_000;

/** The report of a campaign; `live` follows its events, as far as the browser has connections for that. */
export function useReport(campaignId: string, follow: 'live' | 'polled' | 'once', { isAsked = true } = {}) {
  const { client } = useSession();
  const queries = useQueryClient();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (follow !== 'live') return undefined;
    const ended = new AbortController();
    const listen = async (): Promise<void> => {
      for await (const report of client.reports(campaignId, { signal: ended.signal })) {
        queries.setQueryData(['report', campaignId], report);
        setLost(false);
      }
      await queries.invalidateQueries({ queryKey: ['campaigns'] });
      await queries.invalidateQueries({ queryKey: ['campaign', campaignId] });
    };
    listen().catch(() => {
      // The stream was opened repeatedly in vain: the report is polled instead.
      if (!ended.signal.aborted) setLost(true);
    });
    return () => {
      ended.abort(new DOMException('The page is left', 'AbortError'));
      setLost(false);
    };
  }, [client, queries, campaignId, follow]);
  return useQuery({
    queryKey: ['report', campaignId],
    queryFn: ({ signal }) => client.get('/campaigns/{id}/report', { path: { id: campaignId }, signal }),
    refetchInterval: follow === 'polled' || isLost ? REPORT_MS : false,
    enabled: isAsked,
  });
}
