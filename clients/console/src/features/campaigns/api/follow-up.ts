import type { Carillon, Schemas } from '@carillon/sdk';
import { apiAction } from '../../../app/session/api-action';

interface FollowUp {
  /** The segment of the people who reacted in this way. */
  segment: Schemas['CreateSegment'];
  draftFor: (segmentId: string) => Schemas['CreateDraft'];
}

/** Creates a draft for the people of a campaign who reacted in this way. A repeat uses the same segment. */
export const useFollowUp = apiAction(
  async (client, { segment, draftFor }: FollowUp) => {
    const segmentId =
      (await existing(client, segment.conditions)) ?? (await client.post('/segments', { body: segment }))._id;
    return client.post('/campaigns/drafts', { body: draftFor(segmentId) });
  },
  ['campaigns', 'segments'],
);

async function existing(
  client: Carillon,
  conditions: Schemas['CreateSegment']['conditions'],
): Promise<string | null> {
  const text = JSON.stringify(conditions);
  for await (const segment of client.list('/segments'))
    if (JSON.stringify(segment.conditions) === text) return segment._id;
  return null;
}
