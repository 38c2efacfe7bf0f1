import { type Schemas, pathName } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { usePages } from '../../../ui/paged';

/** Attributes are counted one after another, so a page is short. */
const PAGE = 50;
/** How often the list is refreshed while values are changed (milliseconds). */
const REFRESH_MS = 2_000;

/** The query keys of views that show attributes. */
const CHANGES = ['attributes', 'person'];

export function useAttributes(isChanging: boolean) {
  const { client } = useSession();
  return usePages(
    ['attributes'],
    (cursor, signal) => client.page('/attributes', { query: { limit: PAGE, cursor }, signal }),
    { refetchMs: isChanging && REFRESH_MS },
  );
}

interface Description {
  name: string;
  body: Schemas['UpdateAttribute'];
}

export const useDescribeAttribute = apiAction(
  (client, { name, body }: Description) =>
    client.patch('/attributes/{name}', { path: { name: pathName(name) }, body }),
  CHANGES,
);

export const useDeleteAttribute = apiAction(
  (client, name: string) => client.delete('/attributes/{name}', { path: { name: pathName(name) } }),
  CHANGES,
);

/** The attributes that columns of a file and conditions of a segment can name. */
export function useDeclaredTypes() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['attributes', 'types'],
    queryFn: async ({ signal }) => {
      const declared: Pick<Schemas['Attribute'], 'name' | 'label' | 'type'>[] = [];
      for await (const { name, label, type } of client.list('/attributes', { signal }))
        declared.push({ name, label, type });
      return declared;
    },
  });
}

/** The label of an attribute by its name. An attribute without a label has its name. */
export function useAttributeLabels(): (name: string) => string {
  const { data: declared = [] } = useDeclaredTypes();
  return (key) => declared.find(({ name }) => name === key)?.label ?? key;
}
