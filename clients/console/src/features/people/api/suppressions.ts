import type { Schemas } from '@carillon/sdk';
import { useQueries, useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { usePages } from '../../../ui/paged';

type Address = Pick<Schemas['Suppression'], 'channel' | 'identifier'>;

interface SuppressionFilter extends Partial<Address> {
  reason?: Schemas['SuppressionReason'];
}

/** The number of suppressions in a page of the list. */
const PAGE = 50;

/** The query keys of views that show suppressions. */
const CHANGES = ['suppressions', 'suppressionHistory', 'person', 'audience'];

export function useSuppressions(filter: SuppressionFilter) {
  const { client } = useSession();
  return usePages(['suppressions', filter], (cursor, signal) =>
    client.page('/suppressions', { query: { ...filter, limit: PAGE, cursor }, signal }),
  );
}

/** The current and lifted causes for an address on a channel. */
export function useSuppressionHistory({ channel, identifier }: Address) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['suppressionHistory', channel, identifier],
    queryFn: ({ signal }) => client.get('/suppressions/history', { query: { channel, identifier }, signal }),
  });
}

export const useSuppress = apiAction(
  (client, body: Schemas['CreateSuppression']) => client.post('/suppressions', { body }),
  CHANGES,
);

interface Lift {
  id: string;
  /** Why the suppression is lifted; empty: not entered. */
  reason: string;
  /** The person has agreed again. */
  hasAgreed: boolean;
}

export const useLift = apiAction((client, { id, reason, hasAgreed }: Lift) => {
  const body = {
    suppressionIds: [id],
    ...(reason !== '' && { reason }),
    ...(hasAgreed && { confirmConsent: true }),
  };
  return client.delete('/suppressions', { body });
}, CHANGES);

/** What is stored with addresses, besides the one whose record is shown. Null while it is loading. */
export function useHistories(addresses: readonly Address[]): {
  histories: Schemas['SuppressionHistory'][] | null;
  error: Error | null;
} {
  const { client } = useSession();
  const queries = useQueries({
    queries: addresses.map(({ channel, identifier }) => ({
      queryKey: ['suppressionHistory', channel, identifier],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.get('/suppressions/history', { query: { channel, identifier }, signal }),
    })),
  });
  const histories = queries.flatMap(({ data }) => data ?? []);
  return {
    histories: histories.length === queries.length ? histories : null,
    error: queries.find(({ error }) => error !== null)?.error ?? null,
  };
}
