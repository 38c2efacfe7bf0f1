import type { Carillon, Schemas } from '@carillon/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from './session';
import { usePages } from './ui/paged';

/** A campaign as lists need it: without its mail, which may have half a million characters. */
export type ListedCampaign = Omit<Schemas['Campaign'], 'message'>;

const CAMPAIGNS_PAGE = 100;
const MEMBERS_PAGE = 100;
/** People that a search answers. */
export const MOST_FOUND = 100;
/** How often a report without a stream is requested (milliseconds). */
const REPORT_MS = 5_000;

export const campaignStatuses = ['DRAFT', 'SCHEDULED', 'SENDING', 'PAUSED', 'SENT', 'CANCELLED'] as const;

/** The filters of the campaign list. */
export interface CampaignFilter {
  /** A part of the name. */
  search?: string | undefined;
  status?: Schemas['CampaignStatus'] | undefined;
}

/** Newest first, a page at a time. */
export function useCampaigns({ search, status }: CampaignFilter) {
  const { client } = useSession();
  return usePages(['campaigns', search, status], (cursor, signal) => {
    const fields = 'summary' as const;
    const query = { search, status, fields, limit: CAMPAIGNS_PAGE, cursor };
    return client.page('/campaigns', { query, signal });
  });
}

export function useCampaign(campaignId: string | null) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['campaign', campaignId],
    queryFn: ({ signal }) => client.get('/campaigns/{id}', { path: { id: campaignId ?? '' }, signal }),
    enabled: campaignId !== null,
  });
}

/** All groups of the account, of which there are 1,000 at most. */
export function useGroups({ withCounts = false } = {}) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['groups', withCounts],
    queryFn: ({ signal }) => allOf(client, withCounts, signal),
  });
}

async function allOf(
  client: Carillon,
  withCounts: boolean,
  signal: AbortSignal,
): Promise<Schemas['Group'][]> {
  const query = withCounts ? { include: 'counts' as const } : {};
  const groups: Schemas['Group'][] = [];
  for await (const group of client.list('/groups', { query, signal })) groups.push(group);
  return groups;
}

/** Names by id. */
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

/** All senders of the account, of which there are 50 at most. */
export function useSenders() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['senders'],
    queryFn: ({ signal }) => client.get('/senders', { query: { limit: 100 }, signal }),
  });
}

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

/** The country of phone numbers without a country code; null: there is none; undefined: not known yet. */
export function useDefaultCountry(): string | null | undefined {
  const { client } = useSession();
  const defaults = useQuery({
    queryKey: ['defaults'],
    queryFn: ({ signal }) => client.get('/account/defaults', { signal }),
  });
  return defaults.isError ? null : defaults.data?.defaultCountry;
}

/** The members of a group, or matches of a search, in one or all groups. */
export function useMembers(groupId: string | undefined, search = '') {
  const { client } = useSession();
  return usePages(
    ['members', groupId, search],
    (cursor, signal) => {
      const narrowed = search === '' ? {} : { search };
      return client.page('/subscribers', {
        query: { groupId, limit: MEMBERS_PAGE, cursor, ...narrowed },
        signal,
      });
    },
    { enabled: groupId !== undefined || search !== '' },
  );
}
