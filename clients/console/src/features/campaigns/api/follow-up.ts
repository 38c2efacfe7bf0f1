import type { Carillon, Schemas } from '@carillon/sdk';
import { apiAction } from '../../../app/session/api-action';
import { bodyOf } from '../draft/draft';
import { type Reaction, conditionsOf, followUpOf } from '../follow-up';

interface FollowUp {
  campaign: Schemas['CampaignDetail'];
  reaction: Reaction;
  /** The name of the draft, and of the segment. */
  name: string;
  segmentName: string;
}

/** Creates a draft for the people of a campaign who reacted in this way. A repeat uses the same segment. */
export const useFollowUp = apiAction(
  async (client, { campaign, reaction, name, segmentName }: FollowUp) => {
    const conditions = conditionsOf(reaction, campaign._id);
    const segmentId =
      (await existing(client, conditions)) ??
      (await client.post('/segments', { body: { name: segmentName, conditions } }))._id;
    return client.post('/campaigns/drafts', { body: bodyOf(followUpOf(campaign, name, segmentId)) });
  },
  ['campaigns', 'segments'],
);

async function existing(
  client: Carillon,
  conditions: Schemas['Segment']['conditions'],
): Promise<string | null> {
  const text = JSON.stringify(conditions);
  for await (const segment of client.list('/segments'))
    if (JSON.stringify(segment.conditions) === text) return segment._id;
  return null;
}
