import type { Carillon, Schemas } from '@carillon/sdk';
import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import type { NavigateOptions } from '@tanstack/react-router';
import { useSession } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { titleOf } from '../../campaigns';
import { useGroups, useTopics } from '../../people';
import { useSegments } from '../../segments';
import { useSignUpForms } from '../../sign-up';
import { type Matches, isMatch, matchesOf } from '../matching';

export interface Result {
  id: string;
  title: string;
  detail?: string | undefined;
  target: NavigateOptions;
}

/** The results of one list. */
export interface ListResults {
  kind: 'campaigns' | 'people' | 'groups' | 'segments' | 'topics' | 'signUpForms' | 'media';
  results: readonly Result[];
  /** The number of results, such as `12` or, for an unknown number, `6+`. */
  count: string;
  isSearching: boolean;
  /** Set if the list could not be read: reads it again. */
  retry: (() => void) | null;
}

/** The number of results that a list shows. */
const SHOWN = 6;
/** The longest search of campaigns and media that the API accepts. That of people is longer (characters). */
export const MAX_SEARCH = 100;

/** The first page of a search by the API. */
interface FoundPage<T> {
  items: T[];
  next: string | null;
}

/** The texts of a search. */
interface Typed {
  /** The current text, to which short lists respond immediately. */
  typed: string;
  /** The text after a pause in typing, which the API searches for. */
  settled: string;
}

/**
 * Searches the lists of the account. The API searches campaigns, people, and media. The other lists are short, so the
 * console reads them once and filters them.
 */
export function useResults(text: Typed): ListResults[] {
  const texts = useTexts();
  const campaigns = useSearchQuery('campaigns', text, (client, search, signal) => {
    const query = { search, fields: 'summary', limit: SHOWN } as const;
    return client.page('/campaigns', { query, signal });
  });
  const people = useSearchQuery('people', text, (client, search, signal) =>
    client.page('/people', { query: { search, limit: SHOWN }, signal }),
  );
  const media = useSearchQuery('media', text, (client, search, signal) =>
    client.page('/media', { query: { search, limit: SHOWN }, signal }),
  );
  const groups = useGroups();
  const segments = useSegments();
  const topics = useTopics();
  const forms = useSignUpForms();
  return [
    found('campaigns', campaigns, text, ({ _id: campaignId, name, status }) => {
      const isWritten = status === 'DRAFT' || status === 'SCHEDULED';
      const to = isWritten ? '/campaigns/$campaignId' : '/campaigns/$campaignId/report';
      const target: NavigateOptions = { to, params: { campaignId } };
      return [{ id: campaignId, title: titleOf(name, texts), detail: texts.status[status], target }];
    }),
    found('people', people, text, personResult),
    filtered('groups', groups, text, (groupId) => ({ to: '/people/$groupId', params: { groupId } })),
    filtered('segments', segments, text, (segmentId) => ({
      to: '/people/segments/$segmentId',
      params: { segmentId },
    })),
    filtered('topics', topics, text, (topicId) => ({ to: '/people/topics/$topicId', params: { topicId } })),
    filtered('signUpForms', forms, text, (formId) => ({
      to: '/people/sign-up-forms/$formId',
      params: { formId },
    })),
    found('media', media, text, ({ _id: id, name, alt }) => {
      const target: NavigateOptions = { to: '/media', search: { search: name.slice(0, MAX_SEARCH) } };
      return [{ id, title: name, detail: alt, target }];
    }),
  ];
}

/** A search by the API. A newer search cancels it. Until its response arrives, the previous results stay. */
function useSearchQuery<T>(
  key: string,
  { settled }: Typed,
  read: (client: Carillon, search: string, signal: AbortSignal) => Promise<FoundPage<T>>,
): UseQueryResult<FoundPage<T>> {
  const { client } = useSession();
  return useQuery({
    queryKey: [key, { foundBy: settled }],
    queryFn: ({ signal }) => read(client, settled, signal),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  });
}

/** The results of a search by the API. Results of a previous search that don't match the current text are left out. */
function found<T>(
  kind: ListResults['kind'],
  query: UseQueryResult<FoundPage<T>>,
  { typed, settled }: Typed,
  resultsOf: (item: T) => Result[],
): ListResults {
  const { items, next } = query.data ?? { items: [], next: null };
  const isCurrent = typed === settled && !query.isPlaceholderData;
  const isShown = typed !== '' && !query.isError;
  const results = (isShown ? items : [])
    .flatMap(resultsOf)
    .filter((result) => isCurrent || isMatch(result, typed));
  return {
    kind,
    results,
    count: `${results.length}${next === null ? '' : '+'}`,
    isSearching: typed !== settled || query.isFetching,
    retry: query.isError ? () => void query.refetch() : null,
  };
}

/** The matches in a list that the console reads as a whole. */
function filtered(
  kind: ListResults['kind'],
  query: UseQueryResult<{ _id: string; name: string }[]>,
  { typed }: Typed,
  targetOf: (id: string) => NavigateOptions,
): ListResults {
  const items = (query.data ?? []).map(({ _id, name }) => ({ id: _id, title: name, target: targetOf(_id) }));
  const { best, total }: Matches<Result> =
    typed === '' ? { best: [], total: 0 } : matchesOf<Result>(items, typed, SHOWN);
  return {
    kind,
    results: best,
    count: String(total),
    isSearching: query.isFetching && !query.data,
    retry: query.isLoadingError ? () => void query.refetch() : null,
  };
}

/** A person without an address has no contact record to open. */
function personResult({ _id, email, phone, whatsapp, attributes }: Schemas['Person']): Result[] {
  const [identifier, ...others] = [...email, ...phone, ...whatsapp];
  if (identifier === undefined) return [];
  const values = Object.values(attributes).filter((value) => typeof value === 'string');
  const detail = [...values, ...others].join(' · ');
  return [{ id: _id, title: identifier, detail, target: { to: '/people/person', search: { identifier } } }];
}
