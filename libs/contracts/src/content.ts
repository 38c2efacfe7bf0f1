import { type Static, Type } from '@sinclair/typebox';
import { Bodies, bodiesOf } from './channels';
import { Id, Nullable } from './field-types';
import type { MediaChannel } from './media-rules';
import { CampaignUtm } from './utm';

/**
 * A message that WhatsApp has approved, and that can begin a conversation. Each variable is a text with placeholders.
 */
export const WhatsappTemplate = Type.Object({
  contentSid: Type.String(),
  variables: Type.Record(Type.String(), Type.String()),
});
export type WhatsappTemplate = Static<typeof WhatsappTemplate>;

/** The language of the texts: placeholders, or Liquid. */
export const engines = ['simple', 'liquid'] as const;
export type Engine = (typeof engines)[number];
export const Engine = Type.Union([Type.Literal('simple'), Type.Literal('liquid')]);

/** The texts of a campaign in Liquid. Each field is as in `CampaignContent`. */
export const LiquidTexts = Type.Object({
  subject: Nullable(Type.String()),
  preheader: Nullable(Type.String()),
  bodies: Bodies,
  whatsappTemplate: Nullable(WhatsappTemplate),
});
export type LiquidTexts = Static<typeof LiquidTexts>;

/** The most files that an email can have, and their size together before they are encoded. */
export const MAX_ATTACHMENTS = 5;
/** In base64, the files are a third larger. Many mail servers refuse emails of more than 10 MB. */
export const ATTACHMENT_BYTES = 7_000_000;

/** An uploaded file of a message, as it was when it was attached. `token`: of its bytes. */
export const Attachment = Type.Object({
  id: Id,
  token: Type.String(),
  name: Type.String(),
  type: Type.String(),
  bytes: Type.Integer(),
});
export type Attachment = Static<typeof Attachment>;

/** The picture, video, or document of the messages by channel. */
export const MessageMedia = Type.Object({
  WHATSAPP: Type.Optional(Attachment),
  SMS: Type.Optional(Attachment),
} satisfies Record<MediaChannel, object>);
export type MessageMedia = Static<typeof MessageMedia>;

/**
 * The content of a campaign. It travels as one value from the HTTP input to the worker; `@carillon/content` derives
 * texts, placeholders, and channels from it.
 */
export const CampaignContent = Type.Object({
  /** The subject of the email, with placeholders. Null: the name of the campaign. */
  subject: Nullable(Type.String()),
  /** The preview text that email clients show beside the subject, with placeholders. */
  preheader: Nullable(Type.String()),
  /** The name in the From field. Null: the sender's name. */
  fromName: Nullable(Type.String()),
  /** The address in the Reply-To field. Null: the sender's address. */
  replyTo: Nullable(Type.String()),
  /** The HTML of the email, and the texts of the other channels, with placeholders. */
  bodies: Bodies,
  /** Replaces the text on WhatsApp, or is sent instead if WhatsApp refuses the text. */
  whatsappTemplate: Nullable(WhatsappTemplate),
  /** The files of the email. Absent: none. */
  attachments: Type.Optional(Type.Array(Attachment)),
  /** The files of the other messages, one for each channel. Absent: none. */
  media: Type.Optional(MessageMedia),
  /** Takes effect if the plan at publish allows it. */
  shouldRemoveWatermark: Type.Boolean(),
  /** The parameters that are added to the links of the email. Absent or null: those of the account. */
  utm: Type.Optional(Nullable(CampaignUtm)),
  /**
   * The texts in Liquid. Then, the texts above are empty, so that a process of a release that doesn't know Liquid finds no
   * message that it could send unrendered. Absent: the texts above apply. `textsIn` returns those that apply.
   */
  liquid: Type.Optional(LiquidTexts),
});
export type CampaignContent = Static<typeof CampaignContent>;

/** The content in its sent form: the subject is the campaign's name if the content has no subject. */
export const SentContent = Type.Object({
  ...CampaignContent.properties,
  subject: Type.String(),
  liquid: Type.Optional(Type.Object({ ...LiquidTexts.properties, subject: Type.String() })),
});
export type SentContent = Static<typeof SentContent>;

const { liquid: _, attachments: __, media: ___, ...changeable } = CampaignContent.properties;

/**
 * Only the fields to change. Null removes a text, a message, or the template. `engine` says how the texts are read,
 * including those that don't change.
 */
export const ContentChanges = Type.Partial(
  Type.Object({ ...changeable, bodies: Type.Partial(Bodies), engine: Engine }),
);
export type ContentChanges = Static<typeof ContentChanges>;

export const emptyContent: CampaignContent = {
  subject: null,
  preheader: null,
  fromName: null,
  replyTo: null,
  bodies: bodiesOf({}),
  whatsappTemplate: null,
  shouldRemoveWatermark: false,
};

const noTexts = {
  subject: null,
  preheader: null,
  bodies: bodiesOf({}),
  whatsappTemplate: null,
} satisfies LiquidTexts;

export function engineOf({ liquid }: Pick<CampaignContent, 'liquid'>): Engine {
  return liquid ? 'liquid' : 'simple';
}

/** The texts that apply, in the language of `engineOf`. */
export function textsIn(content: SentContent): LiquidTexts & { subject: string };
export function textsIn(content: CampaignContent): LiquidTexts;
export function textsIn(content: CampaignContent): LiquidTexts {
  return content.liquid ?? content;
}

/** The content with these changes. */
export function changedContent(content: CampaignContent, changes: ContentChanges): CampaignContent {
  const { engine = engineOf(content), ...changed } = changes;
  const before = textsIn(content);
  const { liquid: _, ...after } = {
    ...content,
    ...before,
    ...changed,
    bodies: { ...before.bodies, ...changed.bodies },
  };
  if (engine === 'simple') return after;
  const { subject, preheader, bodies, whatsappTemplate } = after;
  return { ...after, ...noTexts, liquid: { subject, preheader, bodies, whatsappTemplate } };
}

/** A content with these fields. The other fields are empty. */
export function contentOf(changes: ContentChanges & { subject: string }): SentContent;
export function contentOf(changes: ContentChanges): CampaignContent;
export function contentOf(changes: ContentChanges): CampaignContent {
  return changedContent(emptyContent, changes);
}
