import type { Schemas } from '@carillon/sdk';
import { type Draft, draftOf, emptyDraft } from './draft/draft';

/** Whom a further campaign reaches, by their reaction to an earlier one. */
export type Reaction = 'NOT_OPENED' | 'CLICKED';

/** The conditions of the segment. Who clicked has also opened, even if the images of the email were blocked. */
export function conditionsOf(reaction: Reaction, campaignId: string): Schemas['Segment']['conditions'] {
  if (reaction === 'CLICKED') return { did: 'CLICKED', campaignId };
  const reacted = {
    any: [
      { did: 'OPENED' as const, campaignId },
      { did: 'CLICKED' as const, campaignId },
    ],
  };
  return { all: [{ did: 'SENT', campaignId }, { not: reacted }] };
}

/**
 * The draft for these people. It has only the email, because the reactions are to the email. Its exclusions and its
 * topic are those of the campaign, and its subject doesn't change with its name.
 */
export function followUpOf(campaign: Schemas['CampaignDetail'], name: string, segmentId: string): Draft {
  const draft = draftOf(campaign);
  const { whatsappMessage, whatsappMedia, smsMessage, smsMedia, contentSid, variables } = emptyDraft;
  const noOthers = { whatsappMessage, smsMessage, contentSid, variables };
  return {
    ...draft,
    ...{ ...noOthers, whatsappMedia, smsMedia },
    translations: Object.fromEntries(
      Object.entries(draft.translations).map(([tag, texts]) => [tag, { ...texts, ...noOthers }]),
    ),
    name,
    subject: draft.subject === '' ? draft.name : draft.subject,
    groups: [],
    audience: { ...draft.audience, segments: [segmentId], channels: emptyDraft.audience.channels },
  };
}
