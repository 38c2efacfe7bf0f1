import type { Schemas } from '@carillon/sdk';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { countryHere } from '../../../ui/country-here';
import { useWholeList } from '../../../ui/paged';
import { type ColumnChoices, columnsQuery } from '../column-choices';
import {
  type CsvHead,
  type Mapping,
  type RejectedFor,
  type RejectedLine,
  checkFile,
  rejectionsIn,
  toApiFile,
} from '../csv';

/** How often the progress of an import is requested (milliseconds). */
const IMPORT_MS = 1_000;

/** @returns the result for all lines of a file by the rules of the API, and how much of it was checked, from 0 to 1 */
export function useFileCheck(file: File, head: CsvHead, mapping: Mapping, country: string | null) {
  const { encoding, delimiter } = head;
  const [progress, setProgress] = useState(0);
  const check = useQuery({
    queryKey: ['fileCheck', file.name, file.size, file.lastModified, encoding, delimiter, mapping, country],
    queryFn: ({ signal }) =>
      checkFile(file, head, mapping, {
        defaultCountry: (country ?? undefined) as never,
        suggested: (country === null ? countryHere() : undefined) as never,
        signal,
        onProgress: setProgress,
      }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return { check, progress };
}

export interface ImportProgress {
  /** The file is being uploaded; false: it is being prepared. */
  isUploading: boolean;
  /** From 0 to 1. */
  share: number;
}

/** What happens to known people; `fill` adds the values that they lack. */
export type OnExisting = 'skip' | 'fill' | 'update';

interface NewImport {
  file: File;
  head: CsvHead;
  mapping: Mapping;
  groupId: string;
  onExisting: OnExisting;
  /** The country of phone numbers without a country code; null: there is none. */
  country: string | null;
  /** How to read columns with data of people. */
  columns: ColumnChoices;
  /** Only reports what the import would do. */
  isTrial: boolean;
  onProgress: (progress: ImportProgress) => void;
}

/** Converts a file to the form of the API, and uploads it. Returns the uploaded file, too. */
export const useStartImport = apiAction(
  async (
    client,
    { file, head, mapping, groupId, onExisting, country, columns, isTrial, onProgress }: NewImport,
  ) => {
    const options = mapping.people ? columnsQuery(columns) : undefined;
    const sent = await toApiFile(file, head, mapping, (share) => onProgress({ isUploading: false, share }));
    const { _id } = await client.upload('/groups/{groupId}/import', {
      path: { groupId },
      query: {
        onExisting,
        ...(country !== null && { defaultCountry: country }),
        ...(options !== undefined && { columns: options }),
        ...(isTrial && { dryRun: 'true' as const }),
      },
      file: sent,
      onProgress: (upload) =>
        onProgress({ isUploading: true, share: upload.total ? upload.sent / upload.total : 0 }),
    });
    return { _id, sent, isTrial };
  },
);

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

/** How the account read the columns of its latest files. */
export function useImportMappings() {
  const { client } = useSession();
  return useWholeList(['importMappings'], (signal) => client.list('/import-mappings', { signal }));
}

export const useRememberMapping = apiAction(
  (client, body: Schemas['SaveImportMapping']) => client.post('/import-mappings', { body }),
  ['importMappings'],
);
