import type { Schemas } from '@carillon/sdk';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/session';

/** How often the numbers of campaigns that are being sent are requested (milliseconds). */
const SENDING_MS = 5_000;
/** The number of campaigns in the average. */
const AVERAGED = 100;

export interface Compared {
  figures: Schemas['CampaignFigures'];
  campaign: Schemas['CampaignDetail'];
  report: Schemas['Report'];
}

interface Comparison {
  /** Undefined: they are loading. Without deleted campaigns. */
  campaigns: Compared[] | undefined;
  error: Error | null;
  retry: () => void;
}

/** What is compared of the existing campaigns, in the order of the IDs. */
export function useComparison(ids: readonly string[]): Comparison {
  const { client } = useSession();
  const figures = useQuery({
    queryKey: ['figures', ids.join(',')],
    queryFn: ({ signal }) => client.get('/campaigns/figures', { query: { ids: ids.join(',') }, signal }),
    enabled: ids.length > 0,
  });
  const known = figures.data?.campaigns ?? [];
  const details = useQueries({
    queries: known.map(({ _id: id }) => ({
      queryKey: ['campaign', id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.get('/campaigns/{id}', { path: { id }, signal }),
    })),
  });
  const reports = useQueries({
    queries: known.map(({ _id: id }) => ({
      queryKey: ['report', id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.get('/campaigns/{id}/report', { path: { id }, signal }),
      refetchInterval: ({ state: { data } }: { state: { data: Schemas['Report'] | undefined } }) =>
        data?.status === 'SENDING' && SENDING_MS,
    })),
  });
  const campaigns = known.flatMap((each, index): Compared[] => {
    const campaign = details[index]?.data;
    const report = reports[index]?.data;
    return campaign && report ? [{ figures: each, campaign, report }] : [];
  });
  const all = [figures, ...details, ...reports];
  const isRead = ids.length === 0 || (figures.data !== undefined && campaigns.length === known.length);
  return {
    campaigns: isRead ? campaigns : undefined,
    error: all.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of all) if (query.isError) void query.refetch();
    },
  };
}

/** The figures of the last campaigns that were sent. */
export function useLastFigures() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['figures', 'last sent'],
    queryFn: async ({ signal }) => {
      const query = { status: 'SENT', fields: 'summary', limit: AVERAGED } as const;
      const { items } = await client.page('/campaigns', { query, signal });
      if (items.length === 0) return [];
      const ids = items.map(({ _id }) => _id).join(',');
      return (await client.get('/campaigns/figures', { query: { ids }, signal })).campaigns;
    },
  });
}
