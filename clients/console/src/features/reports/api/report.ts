import type { Schemas } from '@carillon/sdk';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { useWholeList } from '../../../ui/paged';

/** How often a report without a stream is requested (milliseconds). */
const REPORT_MS = 5_000;

/** The report of a campaign; `live` follows its events, if the browser has a free connection. */
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
      // Several attempts to open the stream failed, so the report is polled instead.
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

/**
 * How often the timeline is requested (milliseconds): while it lacks the results that the report has, and while a
 * campaign is under way.
 */
const TIMELINE_MS = { behind: 1_000, underWay: 5_000 };

/**
 * How many messages were sent over time. Another run restarts it.
 * @param isTried the report has results
 */
export function useTimeline(campaignId: string, status: Schemas['CampaignStatus'], isTried: boolean) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['timeline', campaignId, status],
    queryFn: ({ signal }) => client.get('/campaigns/{id}/timeline', { path: { id: campaignId }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      if (isTried && data?.buckets.length === 0) return TIMELINE_MS.behind;
      // Leased messages of a paused campaign are still sent.
      return status === 'SENDING' || status === 'PAUSED' ? TIMELINE_MS.underWay : false;
    },
  });
}

/**
 * How often the domains are requested (milliseconds): while they are being counted, and while a campaign is under way.
 */
const DOMAINS_MS = { counting: 2_000, underWay: 30_000 };

/** The results by domain of the recipients. @param isShown otherwise, they aren't requested */
export function useRecipientDomains({ campaignId, status, channels }: Schemas['Report'], isShown: boolean) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['recipient domains', campaignId, status],
    queryFn: ({ signal }) => client.get('/campaigns/{id}/domains', { path: { id: campaignId }, signal }),
    enabled: isShown && channels.EMAIL.addressed > 0,
    staleTime: DOMAINS_MS.underWay,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      if (data?.isComplete === false) return DOMAINS_MS.counting;
      return status === 'SENDING' ? DOMAINS_MS.underWay : false;
    },
  });
}

/** The results by sender. @param isShown otherwise, they aren't requested */
export function useCampaignSenders({ campaignId, status }: Schemas['Report'], isShown: boolean) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['campaign senders', campaignId, status],
    queryFn: ({ signal }) => client.get('/campaigns/{id}/senders', { path: { id: campaignId }, signal }),
    enabled: isShown,
    staleTime: DOMAINS_MS.underWay,
    placeholderData: keepPreviousData,
    refetchInterval: status === 'SENDING' && DOMAINS_MS.underWay,
  });
}

/** What the campaign costs. @param isShown otherwise, it isn't counted */
export function useCampaignCosts({ campaignId, status }: Schemas['Report'], isShown: boolean) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['costs', campaignId, status],
    queryFn: ({ signal }) => client.get('/campaigns/{id}/costs', { path: { id: campaignId }, signal }),
    enabled: isShown && status !== 'DRAFT',
    staleTime: DOMAINS_MS.underWay,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      if (data?.isComplete === false) return DOMAINS_MS.counting;
      return status === 'SENDING' ? DOMAINS_MS.underWay : false;
    },
  });
}

/** The API lists at most this number of links, which is also the largest page. */
const MOST_LINKS = 1_000;

/** @param clicks the clicks of all links; when this number changes, the links are read again */
export function useLinks(campaignId: string, clicks: number) {
  const { client } = useSession();
  return useWholeList(
    ['links', campaignId, clicks],
    (signal) =>
      client.list('/campaigns/{id}/links', {
        path: { id: campaignId },
        query: { limit: MOST_LINKS },
        signal,
      }),
    { keepsPrevious: true },
  );
}

/** The email of a campaign as it was sent, for a person without data. Null: the campaign has no email. */
export function useSentEmail(campaignId: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['sent email', campaignId],
    queryFn: async ({ signal }) => {
      const body = { extraData: {} };
      const preview = await client.post('/campaigns/{id}/preview', {
        path: { id: campaignId },
        body,
        signal,
      });
      return preview.EMAIL;
    },
    staleTime: Infinity,
  });
}

/** The report as CSV for spreadsheets. */
export const useExportReport = apiAction((client, campaignId: string) =>
  client.download('/campaigns/{id}/report/export', {
    path: { id: campaignId },
    query: { formulas: 'escape' },
  }),
);

export const useRetry = apiAction(
  (client, { id, ...body }: Schemas['RetryCampaign'] & { id: string }) =>
    client.post('/campaigns/{id}/retry', { path: { id }, body }),
  ['campaign', 'report', 'deliveries', 'campaigns'],
);
