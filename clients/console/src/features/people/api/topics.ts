import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { usePages, useWholeList } from '../../../ui/paged';

/** All topics of the account (at most 50). */
export function useTopics() {
  const { client } = useSession();
  return useWholeList(['topics'], (signal) => client.list('/topics', { signal }));
}

export function useTopic(topicId: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['topics', topicId],
    queryFn: ({ signal }) => client.get('/topics/{topicId}', { path: { topicId }, signal }),
  });
}

/** The number of opt-outs in a page of the list. */
const PAGE = 50;

/** @param identifier only the opt-outs of the person with this address, at all their addresses */
export function useTopicOptOuts(topicId: string, identifier?: string) {
  const { client } = useSession();
  return usePages(['topicOptOuts', topicId, identifier], (cursor, signal) => {
    const query = { identifier, limit: PAGE, cursor };
    return client.page('/topics/{topicId}/opt-outs', { path: { topicId }, query, signal });
  });
}

/** The query keys of views that show opt-outs. */
const OPT_OUT_CHANGES = ['topicOptOuts', 'suppressionHistory', 'person', 'audience'];

export const useAddTopicOptOut = apiAction(
  (client, { topicId, ...body }: Schemas['AddOptOut'] & { topicId: string }) =>
    client.post('/topics/{topicId}/opt-outs', { path: { topicId }, body }),
  OPT_OUT_CHANGES,
);

interface LiftOptOuts {
  topicId: string;
  ids: string[];
  /** The person has agreed again. */
  hasAgreed: boolean;
}

export const useLiftTopicOptOuts = apiAction((client, { topicId, ids, hasAgreed }: LiftOptOuts) => {
  const body = { optOutIds: ids, ...(hasAgreed && { confirmConsent: true }) };
  return client.delete('/topics/{topicId}/opt-outs', { path: { topicId }, body });
}, OPT_OUT_CHANGES);

interface TopicTexts {
  name: string;
  description: string;
}

export const useCreateTopic = apiAction(
  (client, body: TopicTexts) => client.post('/topics', { body }),
  ['topics'],
);

export const useUpdateTopic = apiAction(
  (client, { topicId, ...body }: TopicTexts & { topicId: string }) =>
    client.patch('/topics/{topicId}', { path: { topicId }, body }),
  ['topics'],
);

export const useDeleteTopic = apiAction(
  (client, topicId: string) => client.delete('/topics/{topicId}', { path: { topicId } }),
  ['topics'],
);
