import { CarillonError, type Schemas } from '@carillon/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '../../../app/session/session';

/** How many members of each group are read to find placeholders. */
const SAMPLE = 25;
const SAMPLED_GROUPS = 5;

/** Some of the people of these groups, for placeholders and previews: those on a channel, or else any. */
export function useSample(groups: readonly string[], channel: Schemas['Channel']): Schemas['Subscriber'][] {
  const { client } = useSession();
  const sample = useQuery({
    queryKey: ['sample', groups, channel],
    queryFn: async ({ signal }) => {
      const on = async (filter: { integration?: Schemas['Channel'] }) => {
        const samples = groups.slice(0, SAMPLED_GROUPS).map(async (groupId) => {
          try {
            const query = { groupId, limit: SAMPLE, ...filter };
            return (await client.page('/subscribers', { query, signal })).items;
          } catch (error) {
            // The group may have been deleted. Saving the campaign reports it.
            if (error instanceof CarillonError && error.status === 404) return [];
            throw error;
          }
        });
        return (await Promise.all(samples)).flat();
      };
      const here = await on({ integration: channel });
      return here.length > 0 ? here : on({});
    },
    enabled: groups.length > 0,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => sample.data ?? [], [sample.data]);
}
