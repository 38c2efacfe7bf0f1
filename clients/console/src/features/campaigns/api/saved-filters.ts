import type { Schemas } from '@carillon/sdk';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { useWholeList } from '../../../ui/paged';
import type { CampaignFilter } from './campaigns';

export type SavedFilter = Schemas['SavedFilter'];

/** The longest name that the API accepts (characters). */
export const MAX_NAME = 60;

const CHANGES = ['saved-filters'];

/** The filters that members of the account saved, oldest first. */
export function useSavedFilters() {
  const { client } = useSession();
  return useWholeList(CHANGES, (signal) => client.list('/saved-filters', { signal }));
}

export const useSaveFilter = apiAction(
  (client, { name, filter }: { name: string; filter: CampaignFilter }) =>
    client.post('/saved-filters', { body: { name, ...fieldsOf(filter) } }),
  CHANGES,
);

/** Renames a saved filter, or replaces what it selects. */
export const useChangeFilter = apiAction(
  (client, { id, ...change }: { id: string; name: string } | { id: string; filter: CampaignFilter }) => {
    const body = 'filter' in change ? fieldsOf(change.filter) : change;
    return client.patch('/saved-filters/{savedFilterId}', { path: { savedFilterId: id }, body });
  },
  CHANGES,
);

export const useDeleteFilter = apiAction(
  (client, { _id }: SavedFilter) =>
    client.delete('/saved-filters/{savedFilterId}', { path: { savedFilterId: _id } }),
  CHANGES,
);

/** The filter of the campaign list that was saved. */
export function filterOf({ status, search, tag, approval, archived }: SavedFilter): CampaignFilter {
  return {
    ...(status && { status }),
    ...(search !== null && { search }),
    ...(tag !== null && { tag }),
    ...(approval && { approval }),
    ...(archived && { isArchived: true }),
  };
}

/** Whether a saved filter finds the same campaigns. Letter case doesn't count. */
export function isSame(saved: SavedFilter, filter: CampaignFilter): boolean {
  const keyOf = (fields: CampaignFilter): string => JSON.stringify(fieldsOf(fields)).toLowerCase();
  return keyOf(filterOf(saved)) === keyOf(filter);
}

function fieldsOf({ status, search, tag, approval, isArchived }: CampaignFilter) {
  return {
    status: status ?? null,
    search: search ?? null,
    tag: tag ?? null,
    approval: approval ?? null,
    archived: isArchived === true,
  };
}
