import type { Schemas } from '@carillon/sdk';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/session';
import { timeZone } from '../../../texts';
import type { ListedCampaign } from '../../campaigns';

const DAYS = 90;
/** How often the page is refreshed (milliseconds): while a campaign is being sent, and otherwise. */
const REFRESH_MS = { sending: 5_000, other: 60_000 };
/** The number of campaigns in a part of the page. */
const SHOWN = 5;
/** How long a campaign that didn't start is shown (milliseconds). */
const MISSED_MS = 7 * 86_400_000;

/** The results of the account in the time zone of the browser. */
export function useStatistics() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['statistics', DAYS],
    queryFn: ({ signal }) => client.get('/statistics', { query: { days: DAYS, timeZone }, signal }),
    refetchInterval: REFRESH_MS.other,
  });
}

/** The campaigns of the page, by their role in it. */
export interface CurrentCampaigns {
  sending: ListedCampaign[];
  paused: ListedCampaign[];
  /** Scheduled for today, or due. */
  scheduled: ListedCampaign[];
  sent: ListedCampaign[];
  /** Canceled campaigns of the last days, some of which didn't start. */
  cancelled: ListedCampaign[];
}

export function useCurrentCampaigns() {
  const { client } = useSession();
  return useQuery({
    // A change of a campaign refreshes all queries that begin with 'campaigns'.
    queryKey: ['campaigns', 'dashboard'],
    queryFn: async ({ signal }): Promise<CurrentCampaigns> => {
      const read = async (query: { status: Schemas['CampaignStatus']; since?: string; until?: string }) =>
        (await client.page('/campaigns', { query: { ...query, fields: 'summary', limit: SHOWN }, signal }))
          .items;
      const since = new Date(Date.now() - MISSED_MS).toISOString();
      const [sending, paused, scheduled, sent, cancelled] = await Promise.all([
        read({ status: 'SENDING' }),
        read({ status: 'PAUSED' }),
        read({ status: 'SCHEDULED', until: tomorrow().toISOString() }),
        read({ status: 'SENT' }),
        read({ status: 'CANCELLED', since }),
      ]);
      return { sending, paused, scheduled, sent, cancelled };
    },
    refetchInterval: ({ state: { data } }) => REFRESH_MS[data?.sending.length ? 'sending' : 'other'],
  });
}

/** The beginning of the next day in the time zone of the browser. */
function tomorrow(): Date {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
}

/** Why these campaigns are paused or canceled, by ID. Null: a member did it. */
export function useStatusReasons(campaignIds: readonly string[]): ReadonlyMap<string, string | null> {
  const { client } = useSession();
  const results = useQueries({
    queries: campaignIds.map((id) => ({
      queryKey: ['campaign', id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.get('/campaigns/{id}', { path: { id }, signal }),
    })),
  });
  return new Map(results.flatMap(({ data }) => (data ? [[data._id, data.statusReason] as const] : [])));
}

/** Whether the account has a draft, and the first one. */
export function useFirstDraft(enabled: boolean) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['campaigns', 'first draft'],
    queryFn: async ({ signal }) => {
      const query = { status: 'DRAFT', fields: 'summary', limit: 1 } as const;
      return (await client.page('/campaigns', { query, signal })).items[0] ?? null;
    },
    enabled,
  });
}

/** The number of entries of the audit trail that are read, and of those that are shown. */
const ENTRIES = { read: 50, shown: 10 } as const;
/** Frequent or personal actions, which say nothing about the work in the account. */
const minor =
  /^(?:api_key\.used|person\.read|(?:session|sign_in|password|second_factor|recovery_code|identity)\..*|.*\.(?:exported|started))$/;

/** The last actions in the account without minor ones, newest first. */
export function useRecentActions() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['audit', 'recent'],
    queryFn: async ({ signal }) => {
      const query = { order: 'newest' as const, limit: ENTRIES.read };
      const { items } = await client.page('/account/audit', { query, signal });
      const shown = items.filter(({ action }) => !minor.test(action)).slice(0, ENTRIES.shown);
      return withNames(shown, items);
    },
    refetchInterval: REFRESH_MS.other,
  });
}

type Entry = Schemas['AuditEntry'];

/** Entries about pauses and some other steps lack the name of the campaign, which other entries have. */
function withNames(shown: readonly Entry[], all: readonly Entry[]): Entry[] {
  const names = new Map(all.map(({ target: { _id, name } }) => [name === null ? null : _id, name]));
  return shown.map((entry) => {
    const { target } = entry;
    return { ...entry, target: { ...target, name: target.name ?? names.get(target._id) ?? null } };
  });
}
