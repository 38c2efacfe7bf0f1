import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { useWholeList } from '../../../ui/paged';

/** All topics of the account (at most 50). */
export function useTopics() {
  const { client } = useSession();
  return useWholeList(['topics'], (signal) => client.list('/topics', { signal }));
}

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
