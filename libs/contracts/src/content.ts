import { type Static, Type } from '@sinclair/typebox';
import { Bodies, bodiesOf } from './channels';
import { Nullable } from './field-types';

/**
 * A message that WhatsApp has approved, and that can begin a conversation. Each variable is a text with placeholders.
 */
export const WhatsappTemplate = Type.Object({
  contentSid: Type.String(),
  variables: Type.Record(Type.String(), Type.String()),
});
export type WhatsappTemplate = Static<typeof WhatsappTemplate>;

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
  /** Takes effect if the plan at publish allows it. */
  shouldRemoveWatermark: Type.Boolean(),
});
export type CampaignContent = Static<typeof CampaignContent>;

/** The content in its sent form: the subject is the campaign's name if the content has no subject. */
export const SentContent = Type.Object({ ...CampaignContent.properties, subject: Type.String() });
export type SentContent = Static<typeof SentContent>;

/** Only the fields to change. Null removes a text, a message, or the template. */
export const ContentChanges = Type.Partial(
  Type.Object({ ...CampaignContent.properties, bodies: Type.Partial(Bodies) }),
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

/** The content with these changes. */
export function changedContent(content: CampaignContent, changes: ContentChanges): CampaignContent {
  return { ...content, ...changes, bodies: { ...content.bodies, ...changes.bodies } };
}

/** A content with these fields. The other fields are empty. */
export function contentOf(changes: ContentChanges & { subject: string }): SentContent;
export function contentOf(changes: ContentChanges): CampaignContent;
export function contentOf(changes: ContentChanges): CampaignContent {
  return changedContent(emptyContent, changes);
}
