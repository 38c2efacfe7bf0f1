import type { Schemas } from '@carillon/sdk';
import type { Texts } from '../texts';

/** A campaign as it is being written: an empty text is none. */
export interface Draft {
  name: string;
  groups: string[];
  /** By channel; a channel that is not in it has its default sender. */
  senders: Schemas['CampaignDetail']['senders'];
  emailMessage: string;
  whatsappMessage: string;
  smsMessage: string;
  contentSid: string;
  variables: [name: string, value: string][];
}

export const emptyDraft: Draft = {
  ...{ name: '', groups: [], senders: {}, emailMessage: '', whatsappMessage: '', smsMessage: '' },
  ...{ contentSid: '', variables: [] },
};

export function draftOf(campaign: Schemas['CampaignDetail']): Draft {
  return {
    name: campaign.name,
    groups: campaign.groups,
    senders: campaign.senders,
    emailMessage: campaign.message,
    whatsappMessage: campaign.whatsappMessage ?? '',
    smsMessage: campaign.smsMessage ?? '',
    contentSid: campaign.whatsappTemplate?.contentSid ?? '',
    variables: Object.entries(campaign.whatsappTemplate?.variables ?? {}),
  };
}

/** What is stored of it: without the fields that are not filled in, as a name or groups cannot be empty. */
export function bodyOf(draft: Draft) {
  const { name, groups, senders, contentSid } = draft;
  const variables = Object.fromEntries(draft.variables.filter(([key]) => key.trim() !== ''));
  return {
    ...(name.trim() !== '' && { name }),
    ...(groups.length > 0 && { groups }),
    senders: inOrder(senders),
    emailMessage: textOf(draft.emailMessage),
    whatsappMessage: textOf(draft.whatsappMessage),
    smsMessage: textOf(draft.smsMessage),
    whatsappTemplate: contentSid.trim() === '' ? null : { contentSid: contentSid.trim(), variables },
  };
}

/** Two drafts with the same senders are the same, whichever was chosen first. */
function inOrder(senders: Draft['senders']): Draft['senders'] {
  const chosen = (['EMAIL', 'WHATSAPP', 'SMS'] as const).flatMap((channel) =>
    senders[channel] === undefined ? [] : [[channel, senders[channel]] as const],
  );
  return Object.fromEntries(chosen);
}

function textOf(text: string): string | null {
  return text.trim() === '' ? null : text;
}

/** What a campaign needs before it can be sent. */
export type Part = 'name' | 'groups' | 'message';

/** What is still missing before it can be tested or sent. */
export function missingFrom(draft: Draft): Part[] {
  const messages = [draft.emailMessage, draft.whatsappMessage, draft.smsMessage, draft.contentSid];
  return [
    ...(draft.name.trim() === '' ? (['name'] as const) : []),
    ...(draft.groups.length === 0 ? (['groups'] as const) : []),
    ...(messages.every((each) => each.trim() === '') ? (['message'] as const) : []),
  ];
}

/**
 * What keeps a change from being saved: a stored name and stored groups can be replaced, but not removed, and a complete draft
 * keeps a message.
 */
export function unsavable(draft: Draft, saved: Draft): Part[] {
  const [missing, missingBefore] = [missingFrom(draft), missingFrom(saved)];
  return missing.filter((part) =>
    part === 'message' ? missingBefore.length === 0 : !missingBefore.includes(part),
  );
}

/** What a campaign is called where a draft may have no name yet. */
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

/** What a duplicate is called at first. */
export function copyName(name: string, { campaigns }: Texts): string {
  // Half an emoji is no text.
  return campaigns
    .copyOf(name)
    .slice(0, NAME_MAX)
    .replace(/[\uD800-\uDBFF]$/, '');
}

/** Whether the name is still the one that a duplicate was given; it is the subject of the email, too. */
export function isCopyName(name: string, { campaigns }: Texts): boolean {
  return name.startsWith(campaigns.copyOf('').trimEnd());
}
