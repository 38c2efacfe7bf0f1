import type { Schemas } from '@carillon/sdk';
import type { Texts } from '../texts';

/** A campaign that is being edited: an empty text means none. */
export interface Draft {
  name: string;
  groups: string[];
  emailMessage: string;
  whatsappMessage: string;
  smsMessage: string;
  contentSid: string;
  variables: [name: string, value: string][];
}

export const emptyDraft: Draft = {
  ...{ name: '', groups: [], emailMessage: '', whatsappMessage: '', smsMessage: '' },
  ...{ contentSid: '', variables: [] },
};

export function draftOf(campaign: Schemas['CampaignDetail']): Draft {
  return {
    name: campaign.name,
    groups: campaign.groups,
    emailMessage: campaign.message,
    whatsappMessage: campaign.whatsappMessage ?? '',
    smsMessage: campaign.smsMessage ?? '',
    contentSid: campaign.whatsappTemplate?.contentSid ?? '',
    variables: Object.entries(campaign.whatsappTemplate?.variables ?? {}),
  };
}

/** The stored fields of it, without empty ones, because a name or groups can't be empty. */
export function bodyOf(draft: Draft) {
  const { name, groups, contentSid } = draft;
  const variables = Object.fromEntries(draft.variables.filter(([key]) => key.trim() !== ''));
  return {
    ...(name.trim() !== '' && { name }),
    ...(groups.length > 0 && { groups }),
    emailMessage: textOf(draft.emailMessage),
    whatsappMessage: textOf(draft.whatsappMessage),
    smsMessage: textOf(draft.smsMessage),
    whatsappTemplate: contentSid.trim() === '' ? null : { contentSid: contentSid.trim(), variables },
  };
}

function textOf(text: string): string | null {
  return text.trim() === '' ? null : text;
}

/** The fields that a campaign needs before it can be sent. */
export type Part = 'name' | 'groups' | 'message';

/** The missing fields before it can be tested or sent. */
export function missingFrom(draft: Draft): Part[] {
  const messages = [draft.emailMessage, draft.whatsappMessage, draft.smsMessage, draft.contentSid];
  return [
    ...(draft.name.trim() === '' ? (['name'] as const) : []),
    ...(draft.groups.length === 0 ? (['groups'] as const) : []),
    ...(messages.every((each) => each.trim() === '') ? (['message'] as const) : []),
  ];
}

/**
 * The obstacles to saving a change: a stored name and stored groups can be replaced, but not removed, and a complete
 * draft keeps a message.
 */
export function unsavable(draft: Draft, saved: Draft): Part[] {
  const [missing, missingBefore] = [missingFrom(draft), missingFrom(saved)];
  return missing.filter((part) =>
    part === 'message' ? missingBefore.length === 0 : !missingBefore.includes(part),
  );
}

/** The display name of a campaign, because a draft may have none. */
export function titleOf(name: string, { campaigns }: Texts): string {
  return name.trim() === '' ? campaigns.untitled : name;
}

/** Whether nothing is typed. Groups do not count, as a link may have chosen them. */
export function isEmpty({ name, emailMessage, whatsappMessage, smsMessage, contentSid }: Draft): boolean {
  return [name, emailMessage, whatsappMessage, smsMessage, contentSid].every((each) => each.trim() === '');
}

/** The channels that the campaign has a message for. */
export function writtenChannels(campaign: Schemas['CampaignDetail']): Schemas['Channel'][] {
  const { message, whatsappMessage, whatsappTemplate, smsMessage } = campaign;
  return [
    ...(message === '' ? [] : (['EMAIL'] as const)),
    ...(whatsappMessage === null && whatsappTemplate === null ? [] : (['WHATSAPP'] as const)),
    ...(smsMessage === null ? [] : (['SMS'] as const)),
  ];
}

/** The API takes names up to this length (characters). */
const NAME_MAX = 255;

/** The initial name of a duplicate. */
export function copyName(name: string, { campaigns }: Texts): string {
  // Half an emoji is not valid text.
  return campaigns
    .copyOf(name)
    .slice(0, NAME_MAX)
    .replace(/[\uD800-\uDBFF]$/, '');
}

/** Whether the name is still the initial name of the duplicate, which is also the email subject. */
export function isCopyName(name: string, { campaigns }: Texts): boolean {
  return name.startsWith(campaigns.copyOf('').trimEnd());
}
