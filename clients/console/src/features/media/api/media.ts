import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { usePages } from '../../../ui/paged';

export type Media = Schemas['Media'];

/** The number of files in a page of the list. */
const PAGE = 24;
const CHANGES = ['media'];

interface MediaFilter {
  search: string;
  kind?: Media['kind'];
}

/** The files of the account, newest first. */
export function useMedia({ search, kind }: MediaFilter) {
  const { client } = useSession();
  return usePages(['media', search, kind], (cursor, signal) => {
    const query = { limit: PAGE, cursor, kind, ...(search !== '' && { search }) };
    return client.page('/media', { query, signal });
  });
}

/** A file of the account. Null: no file is chosen. */
export function useMediaFile(mediaId: string | null) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['media', 'file', mediaId],
    queryFn: ({ signal }): Promise<Media> =>
      client.get('/media/{mediaId}', { path: { mediaId: mediaId ?? '' }, signal }),
    enabled: mediaId !== null,
  });
}

/** Uploads files one after another. Returns the last one. */
export const useUploadMedia = apiAction(async (client, files: readonly File[]) => {
  let last: Media | null = null;
  for (const file of files)
    last = await client.upload('/media', {
      query: { name: file.name.slice(-MAX_NAME) },
      file,
      type: 'application/octet-stream',
    });
  return last;
}, CHANGES);

/** The longest name that the API accepts (characters). */
export const MAX_NAME = 120;

export const useUpdateMedia = apiAction(
  (client, { mediaId, ...body }: { mediaId: string; name: string; alt: string }) =>
    client.patch('/media/{mediaId}', { path: { mediaId }, body }),
  CHANGES,
);

export const useDeleteMedia = apiAction(
  (client, { mediaId, isForced }: { mediaId: string; isForced: boolean }) =>
    client.delete('/media/{mediaId}', {
      path: { mediaId },
      query: isForced ? { force: 'true' } : {},
    }),
  CHANGES,
);
