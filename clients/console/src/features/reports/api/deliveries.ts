import type { Schemas } from '@carillon/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { usePages } from '../../../ui/paged';

type Delivery = Schemas['Delivery'];

interface DeliveryQuery {
  channel?: Schemas['Channel'];
  state?: Schemas['DeliveryState'];
  reason?: string;
  identifier?: string;
}

/** How often the first page of deliveries is requested while there are changes (milliseconds). */
const DELIVERIES_MS = 5_000;
/** The number of deliveries in a page of the list. */
const PAGE = 50;

/** @param isUnderWay whether the campaign is being sent */
export function useDeliveries(campaignId: string, query: DeliveryQuery, isUnderWay: boolean) {
  const { client } = useSession();
  const queries = useQueryClient();
  useEffect(() => {
    if (!isUnderWay) return undefined;
    // The changes since the last request.
    return () => void queries.invalidateQueries({ queryKey: ['deliveries', campaignId] });
  }, [queries, campaignId, isUnderWay]);
  return usePages(
    ['deliveries', campaignId, query],
    (cursor, signal) =>
      client.page('/campaigns/{id}/deliveries', {
        path: { id: campaignId },
        query: { ...query, limit: PAGE, cursor },
        signal,
      }),
    { refetchMs: isUnderWay && DELIVERIES_MS },
  );
}

/** @param listed the delivery as the list shows it */
export function useDelivery(campaignId: string, deliveryId: string, listed: Delivery | undefined) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['deliveries', campaignId, deliveryId],
    queryFn: ({ signal }) =>
      client.get('/campaigns/{id}/deliveries/{deliveryId}', { path: { id: campaignId, deliveryId }, signal }),
    ...(listed && { placeholderData: listed }),
  });
}

/** The deliveries as CSV for spreadsheets. */
export const useExportDeliveries = apiAction(
  (client, { campaignId, ...query }: DeliveryQuery & { campaignId: string }) =>
    client.download('/campaigns/{id}/deliveries/export', {
      path: { id: campaignId },
      query: { ...query, formulas: 'escape' },
    }),
);
