import type { Carillon, Schemas } from '@carillon/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../../app/session/session';
import { type RejectedFor, type RejectedLine, rejectionsIn } from '../csv';

/** How often the progress of an import is requested (milliseconds). */
const IMPORT_MS = 1_000;

interface Upload {
  groupId: string;
  file: Blob;
  onExisting: 'skip' | 'update';
  /** The country of phone numbers without a country code; null: there is none. */
  defaultCountry: string | null;
  /** @param share from 0 to 1 */
  onProgress: (share: number) => void;
}

/** Starts an import. */
export function upload(client: Carillon, options: Upload): Promise<{ _id: string }> {
  const { groupId, file, onExisting, defaultCountry, onProgress } = options;
  return client.upload('/groups/{groupId}/import', {
    path: { groupId },
    query: { onExisting, ...(defaultCountry !== null && { defaultCountry }) },
    file,
    onProgress: ({ sent, total }) => onProgress(total === null || total === 0 ? 0 : sent / total),
  });
}

/** The progress of an import. When it ends, the lists of its group are refreshed. */
export function useImport(importId: string) {
  const { client } = useSession();
  const queries = useQueryClient();
  const running = useQuery({
    queryKey: ['import', importId],
    queryFn: ({ signal }) => client.get('/imports/{id}', { path: { id: importId }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isEnded(data) ? false : IMPORT_MS),
  });
  const isOver = running.data !== undefined && isEnded(running.data);
  const groupId = running.data?.group;
  useEffect(() => {
    if (!isOver) return;
    void queries.invalidateQueries({ queryKey: ['groups'] });
    void queries.invalidateQueries({ queryKey: ['members'] });
    // The previous number is outdated, and counting a large group takes a while.
    void queries.resetQueries({ queryKey: ['groups', groupId, 'counts'] });
  }, [isOver, groupId, queries]);
  return running;
}

export function isEnded({ state }: Schemas['Import']): boolean {
  return state === 'DONE' || state === 'FAILED';
}

interface Rejected {
  /** The API's file of rejected lines. */
  file: Blob;
  lines: RejectedLine[];
  byReason: RejectedFor[];
}

/** The rejected lines of an import. */
export function useRejected(importId: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['rejected', importId],
    queryFn: async ({ signal }): Promise<Rejected> => {
      const path = { id: importId };
      const response = await client.download('/imports/{id}/rejected', { path, query: {}, signal });
      const file = await response.blob();
      return { file, ...(await rejectionsIn(file)) };
    },
  });
}
