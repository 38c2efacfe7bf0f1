import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { useWholeList } from '../../../ui/paged';

/** All groups of the account (at most 1,000). */
export function useGroups({ withCounts = false } = {}) {
  const { client } = useSession();
  const query = withCounts ? { include: 'counts' as const } : {};
  return useWholeList(['groups', withCounts], (signal) => client.list('/groups', { query, signal }));
}

/** Names by ID. */
type GroupNames = ReadonlyMap<string, string>;
const noNames: GroupNames = new Map();

/** The names of deleted groups, read only when needed; null while they are being read. */
export function useDeletedGroups(isNeeded: boolean): GroupNames | null {
  const { client } = useSession();
  const { data, isError } = useQuery({
    queryKey: ['groups', 'deleted'],
    queryFn: async ({ signal }) => {
      const names = new Map<string, string>();
      for await (const { _id, name } of client.list('/groups/deleted', { signal })) names.set(_id, name);
      return names;
    },
    enabled: isNeeded,
  });
  return data ?? (isError ? noNames : null);
}

export function useGroup(groupId: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['groups', groupId],
    queryFn: ({ signal }) => client.get('/groups/{groupId}', { path: { groupId }, query: {}, signal }),
  });
}

/** Counting a million members takes a second or more, so nothing else waits for it. */
export function useGroupCounts(groupId: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['groups', groupId, 'counts'],
    queryFn: ({ signal }) =>
      client.get('/groups/{groupId}', { path: { groupId }, query: { include: 'counts' }, signal }),
  });
}

export const useCreateGroup = apiAction(
  (client, name: string) => client.post('/groups', { body: { name } }),
  ['groups'],
);

export const useDeleteGroup = apiAction(
  (client, groupId: string) => client.delete('/groups/{groupId}', { path: { groupId } }),
  ['groups'],
);

/** The members of a group as CSV for spreadsheets. */
export const useExportGroup = apiAction((client, groupId: string) =>
  client.download('/groups/{groupId}/export', {
    path: { groupId },
    query: { format: 'csv', formulas: 'escape' },
  }),
);
