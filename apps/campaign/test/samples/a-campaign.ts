import { type ContentChanges, type Payload, contentOf, newId } from '@carillon/contracts';
import { someone } from '@carillon/testing/someone';

export type Draft = Payload<'campaign.create'>;

/** The fields of a campaign that a test sets. */
export type DraftChanges = Partial<Omit<Draft, 'content'>> & { content?: ContentChanges };

/** The command to create a campaign, by default a draft with an email. */
export function aCampaign({ content, ...changes }: DraftChanges = {}): Draft {
  return {
    id: newId(),
    userId: newId(),
    name: 'Spring',
    content: contentOf({ bodies: { EMAIL: '<p>Hello</p>' }, ...content }),
    groups: [newId()],
    start: null,
    by: someone,
    ...changes,
  };
}
