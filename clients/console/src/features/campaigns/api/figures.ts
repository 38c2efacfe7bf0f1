import type { Schemas } from '@carillon/sdk';
import { useQueries } from '@tanstack/react-query';
import { useSession } from '../../../app/session/session';

export type Figures = Schemas['CampaignFigures'];

/** How often the figures of visible campaigns are requested (milliseconds): while one of them sends, and otherwise. */
const FIGURES_MS = { sending: 3_000, other: 60_000 };
/** The number of campaigns in a request. */
const AT_ONCE = 100;

interface Followed {
  _id: string;
  status: Schemas['CampaignStatus'];
}

/**
 * The figures of campaigns by ID, a request for each hundred of them. Hundreds without a visible campaign aren't
 * requested.
 * @param visible the positions of the first and the last visible campaign
 */
export function useFigures(
  campaigns: readonly Followed[],
  [first, last]: readonly [number, number],
): ReadonlyMap<string, Figures> {
  const { client } = useSession();
  const hundreds: Followed[][] = [];
  for (let from = 0; from < campaigns.length; from += AT_ONCE) {
    if (from <= last && from + AT_ONCE > first) hundreds.push(campaigns.slice(from, from + AT_ONCE));
  }
  const results = useQueries({
    queries: hundreds.map((some) => {
      const ids = some.map(({ _id }) => _id).join(',');
      const isSending = some.some(({ status }) => status === 'SENDING');
      return {
        // A campaign that changes its status has other figures.
        queryKey: ['figures', ids, some.map(({ status }) => status).join()],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          client.get('/campaigns/figures', { query: { ids }, signal }),
        refetchInterval: isSending ? FIGURES_MS.sending : FIGURES_MS.other,
      };
    }),
  });
  return new Map(
    results.flatMap(({ data }) => (data?.campaigns ?? []).map((each) => [each._id, each] as const)),
  );
}
