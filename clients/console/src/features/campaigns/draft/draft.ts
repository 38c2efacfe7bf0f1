import type { Schemas } from '@carillon/sdk';
import { type Design, isBlankDesign, isEmptyDesign } from '../../email-editor';

/** The texts of an email apart from its HTML, named as in the API. */
const emailTexts = ['subject', 'preheader', 'fromName', 'replyTo'] as const;
export type EmailText = (typeof emailTexts)[number];

/** A campaign while it is being written. An empty text is stored as null. */
export interface Draft extends Record<EmailText, string> {
  name: string;
  groups: string[];
  /** Whom the campaign targets besides its groups, and whom it excludes. */
  audience: Schemas['CampaignDetail']['audience'];
  shouldRemoveWatermark: boolean;
  /** The parameters of the links in the email. Null: as in the account. */
  utm: Schemas['CampaignDetail']['utm'];
  /** The language of the texts. */
  engine: Schemas['CampaignDetail']['engine'];
  /** The senders by channel. A channel without an entry uses its default sender. */
  senders: Schemas['CampaignDetail']['senders'];
  /** The HTML of an email that is not made from blocks or MJML. */
  emailMessage: string;
  /** The blocks that the email is made from. Null: it has none. */
  emailDesign: Design | null;
  /** The MJML that the email is made from. Empty: it has none. */
  emailMjml: string;
  /** The files of the email. */
  attachments: Schemas['CampaignDetail']['attachments'];
  whatsappMessage: string;
  /** The file of the WhatsApp message. Null: none. */
  whatsappMedia: Schemas['CampaignDetail']['whatsappMedia'];
  smsMessage: string;
  /** The file that makes the SMS an MMS. Null: none. */
  smsMedia: Schemas['CampaignDetail']['smsMedia'];
  contentSid: string;
  variables: [name: string, value: string][];
  /** The texts for people who read another language, by the tag of the language. */
  translations: Record<string, Translation>;
}

/** The texts of a campaign in one language. Empty: people get the text for everyone. */
export type Translation = Pick<
  Draft,
  | 'subject'
  | 'preheader'
  | 'emailMessage'
  | 'emailDesign'
  | 'emailMjml'
  | 'whatsappMessage'
  | 'smsMessage'
  | 'contentSid'
  | 'variables'
>;
export const emptyDraft: Draft = {
  ...{ name: '', groups: [], senders: {}, emailMessage: '', whatsappMessage: '', smsMessage: '' },
  ...{ contentSid: '', variables: [], subject: '', preheader: '', fromName: '', replyTo: '' },
  audience: {
    ...{ segments: [], excludeGroups: [], excludeSegments: [], topic: null },
    channels: { strategy: 'EVERY', order: [], fallbackHours: null },
  },
  ...{ shouldRemoveWatermark: false, utm: null },
  ...{ emailDesign: null, emailMjml: '', attachments: [], whatsappMedia: null, smsMedia: null },
  engine: 'simple',
  translations: {},
};

/** Makes one value for each text. */
function eachEmailText<T>(make: (field: EmailText) => T): Record<EmailText, T> {
  return Object.fromEntries(emailTexts.map((field) => [field, make(field)])) as Record<EmailText, T>;
}

export function draftOf(campaign: Schemas['CampaignDetail']): Draft {
  return {
    ...eachEmailText((field) => campaign[field] ?? ''),
    name: campaign.name,
    groups: campaign.groups,
    audience: campaign.audience,
    shouldRemoveWatermark: campaign.shouldRemoveWatermark,
    utm: campaign.utm,
    engine: campaign.engine,
    senders: campaign.senders,
    ...textsOf({ ...campaign, emailMessage: campaign.message }),
    attachments: campaign.attachments,
    whatsappMedia: campaign.whatsappMedia,
    smsMedia: campaign.smsMedia,
    translations: Object.fromEntries(
      Object.entries(campaign.translations).map(([tag, texts]) => [tag, textsOf(texts)]),
    ),
  };
}

/** The texts of a stored campaign or translation as they are edited. */
function textsOf(stored: Schemas['Translation']): Translation {
  const { emailDesign, emailMjml, emailMessage, whatsappTemplate } = stored;
  return {
    subject: stored.subject ?? '',
    preheader: stored.preheader ?? '',
    // The HTML of blocks and of MJML is made again when they change.
    emailMessage: emailDesign || emailMjml !== null ? '' : (emailMessage ?? ''),
    emailDesign,
    emailMjml: emailMjml ?? '',
    whatsappMessage: stored.whatsappMessage ?? '',
    smsMessage: stored.smsMessage ?? '',
    contentSid: whatsappTemplate?.contentSid ?? '',
    variables: Object.entries(whatsappTemplate?.variables ?? {}),
  };
}

/** The request body that stores the draft. */
export function bodyOf(draft: Draft) {
  const { name, groups, audience, senders } = draft;
  const { segments, excludeGroups, excludeSegments, topic, channels } = audience;
  return {
    name: textOf(name),
    groups,
    audience: { segments, excludeGroups, excludeSegments, topic, channels },
    senders: inOrder(senders),
    ...messagesOf(draft),
  };
}

/** The messages of the draft, as fields of a campaign or a template. Null: it has none. */
export function messagesOf(draft: Draft) {
  return {
    ...eachEmailText((field) => textOf(draft[field])),
    shouldRemoveWatermark: draft.shouldRemoveWatermark,
    utm: draft.utm,
    ...writtenTexts(draft),
    attachments: draft.attachments.map(({ _id }) => _id),
    whatsappMedia: draft.whatsappMedia?._id ?? null,
    smsMedia: draft.smsMedia?._id ?? null,
    engine: draft.engine,
    // In the order in which they are stored.
    translations: Object.fromEntries(
      Object.keys(draft.translations)
        .sort()
        .flatMap((tag) => {
          const texts = draft.translations[tag];
          return texts ? [[tag, writtenTexts(texts)]] : [];
        }),
    ) as Record<string, ReturnType<typeof writtenTexts>>,
  };
}

/** The texts of the draft or of a translation, as fields of the API. */
function writtenTexts(texts: Translation) {
  const contentSid = texts.contentSid.trim();
  const variables = Object.fromEntries(texts.variables.filter(([key]) => key.trim() !== ''));
  return {
    subject: textOf(texts.subject),
    preheader: textOf(texts.preheader),
    ...emailOf(texts),
    whatsappMessage: textOf(texts.whatsappMessage),
    smsMessage: textOf(texts.smsMessage),
    whatsappTemplate: contentSid === '' ? null : { contentSid, variables },
  };
}

/** The source of the email. Null separates HTML from blocks or MJML that it was made from. */
function emailOf({ emailDesign, emailMjml, emailMessage }: Translation) {
  if (!isEmptyDesign(emailDesign)) return { emailDesign };
  if (emailMjml.trim() !== '') return { emailMjml };
  return { emailMessage: textOf(emailMessage), emailDesign: null };
}

/** Whether there is an email, however it is written. */
export function hasEmail({ emailDesign, emailMjml, emailMessage }: Translation): boolean {
  return !isBlankDesign(emailDesign) || emailMjml.trim() !== '' || emailMessage.trim() !== '';
}

/** Two drafts with the same senders are equal, regardless of the order in which the senders were chosen. */
function inOrder(senders: Draft['senders']): Draft['senders'] {
  const chosen = (['EMAIL', 'WHATSAPP', 'SMS'] as const).flatMap((channel) =>
    senders[channel] === undefined ? [] : [[channel, senders[channel]] as const],
  );
  return Object.fromEntries(chosen);
}

function textOf(text: string): string | null {
  return text.trim() === '' ? null : text;
}

/**
 * The parts that can be missing or wrong before a campaign is tested or sent. `groups`: a group or a segment.
 * `caption`: the text of a message with a file.
 */
export type Part = 'name' | 'groups' | 'message' | 'caption' | 'replyTo';

/** The API checks the details. */
const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Whether the reply address is wrong. It is optional, but a wrong one can't be saved. */
export function hasWrongReplyTo({ replyTo }: Draft): boolean {
  return replyTo.trim() !== '' && !address.test(replyTo.trim());
}

/** The parts that are empty, or wrong. */
export function missingFrom(draft: Draft): Part[] {
  const messages = [draft.whatsappMessage, draft.smsMessage, draft.contentSid];
  const needsText =
    (draft.whatsappMedia !== null && draft.whatsappMessage.trim() === '') ||
    (draft.smsMedia !== null && draft.smsMessage.trim() === '');
  const isEmpty = !hasEmail(draft) && messages.every((each) => each.trim() === '');
  return [
    ...(draft.name.trim() === '' ? (['name'] as const) : []),
    ...(draft.groups.length + draft.audience.segments.length === 0 ? (['groups'] as const) : []),
    ...(isEmpty ? (['message'] as const) : []),
    ...(needsText ? (['caption'] as const) : []),
    ...(hasWrongReplyTo(draft) ? (['replyTo'] as const) : []),
  ];
}
