import { type Static, Type } from '@sinclair/typebox';
import { Bodies, bodiesOf } from './channels';
import { EmailSource, WrittenSource } from './email-source';
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

/** The texts of a campaign in one language. Each field is as in `CampaignContent`. */
export const MessageTexts = Type.Object({
  subject: Nullable(Type.String()),
  preheader: Nullable(Type.String()),
  bodies: Bodies,
  whatsappTemplate: Nullable(WhatsappTemplate),
});
export type MessageTexts = Static<typeof MessageTexts>;

/** `emailSource`: what the HTML of the email is made from. Absent: it was written as it is. */
const Translation = Type.Object({ ...MessageTexts.properties, emailSource: Type.Optional(EmailSource) });
export type Translation = Static<typeof Translation>;

/** The most languages into which a campaign can be translated. */
export const MAX_TRANSLATIONS = 20;
/** The most characters of all translations, with the blocks and the MJML of their emails. */
export const TRANSLATED_CHARACTERS = 1_000_000;

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
  liquid: Type.Optional(MessageTexts),
  /**
   * The texts for people who read another language, by its BCP 47 tag, in the template language of the content. A text
   * that is null is that of the content. Absent: none. `contentIn` returns the content in a language.
   */
  translations: Type.Optional(Type.Record(Type.String(), Translation)),
});
export type CampaignContent = Static<typeof CampaignContent>;

/** The content in its sent form: the subject is the campaign's name if the content has no subject. */
export const SentContent = Type.Object({
  ...CampaignContent.properties,
  subject: Type.String(),
  liquid: Type.Optional(Type.Object({ ...MessageTexts.properties, subject: Type.String() })),
});
export type SentContent = Static<typeof SentContent>;

const {
  liquid: _,
  attachments: __,
  media: ___,
  translations: ____,
  ...changeable
} = CampaignContent.properties;

/**
 * Only the texts to change. Null removes a text. `emailSource` replaces the HTML of the email; null keeps the HTML, which is
 * edited by itself from now on.
 */
const WrittenTranslationChanges = Type.Partial(
  Type.Object({
    ...MessageTexts.properties,
    bodies: Type.Partial(Bodies),
    emailSource: Nullable(WrittenSource),
  }),
);
export type WrittenTranslationChanges = Static<typeof WrittenTranslationChanges>;
/** The changes with a complete source. */
export type TranslationChanges = Omit<WrittenTranslationChanges, 'emailSource'> & {
  emailSource?: EmailSource | null;
};

const ChangedTranslations = Type.Record(Type.String(), Nullable(WrittenTranslationChanges));
/** The translations of a new draft or template, whose emails can be made from a source. */
export const newTranslations = { translations: Type.Optional(ChangedTranslations) };

/**
 * Only the fields to change. Null removes a text, a message, the template, or a translation. `engine` says how the texts
 * are read, including those that don't change.
 */
export const WrittenContentChanges = Type.Partial(
  Type.Object({
    ...changeable,
    bodies: Type.Partial(Bodies),
    engine: Engine,
    translations: ChangedTranslations,
  }),
);
export type WrittenContentChanges = Static<typeof WrittenContentChanges>;
export type ContentChanges = Omit<WrittenContentChanges, 'translations'> & {
  translations?: Readonly<Record<string, TranslationChanges | null>>;
};

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
} satisfies MessageTexts;

export function engineOf({ liquid }: Pick<CampaignContent, 'liquid'>): Engine {
  return liquid ? 'liquid' : 'simple';
}

/** The texts that apply, in the language of `engineOf`. */
export function textsIn(content: SentContent): MessageTexts & { subject: string };
export function textsIn(content: CampaignContent): MessageTexts;
export function textsIn(content: CampaignContent): MessageTexts {
  return content.liquid ?? content;
}

/** The content with these changes. */
export function changedContent(content: CampaignContent, changes: ContentChanges): CampaignContent {
  const { engine = engineOf(content), translations: translated = {}, ...changed } = changes;
  const { liquid: _, translations: known = {}, ...rest } = content;
  const texts = changedTexts(textsIn(content), changed);
  const translations = changedTranslations(known, translated);
  return {
    ...rest,
    ...changed,
    ...(engine === 'simple' ? texts : { ...noTexts, liquid: texts }),
    ...(Object.keys(translations).length > 0 && { translations }),
  };
}

function changedTexts(
  before: MessageTexts,
  changes: Pick<WrittenTranslationChanges, keyof MessageTexts>,
): MessageTexts {
  const { subject, preheader, whatsappTemplate } = { ...before, ...changes };
  return { subject, preheader, bodies: { ...before.bodies, ...changes.bodies }, whatsappTemplate };
}

/** In the order of their tags, so that the order of the changes doesn't matter. */
function changedTranslations(
  before: NonNullable<CampaignContent['translations']>,
  changes: Readonly<Record<string, TranslationChanges | null>>,
): Record<string, Translation> {
  const tags = [...new Set([...Object.keys(before), ...Object.keys(changes)])].sort();
  return Object.fromEntries(
    tags.flatMap((tag) => {
      const change = changes[tag];
      return change === null ? [] : [[tag, changedTranslation(before[tag] ?? noTexts, change ?? {})]];
    }),
  );
}

function changedTranslation(before: Translation, changes: TranslationChanges): Translation {
  const { emailSource = before.emailSource, ...texts } = changes;
  const after = changedTexts(before, texts);
  // An email that is removed has no source.
  return emailSource && after.bodies.EMAIL !== null ? { ...after, emailSource } : after;
}

/** The content for people who get this translation, without the other ones. Null: for all others. */
export function contentIn(content: SentContent, tag: string | null): SentContent {
  const { translations, ...others } = content;
  const translated = tag === null ? undefined : translations?.[tag];
  if (!translated) return others;
  const { subject, preheader, bodies, whatsappTemplate } = translated;
  return changedContent(others, {
    ...(subject !== null && { subject }),
    ...(preheader !== null && { preheader }),
    bodies: Object.fromEntries(Object.entries(bodies).filter(([, body]) => body !== null)),
    ...(whatsappTemplate && { whatsappTemplate }),
  }) as SentContent;
}

/** Each language of a content, with the content for it. Null: the language of people without a translation. */
export function eachLanguage(content: SentContent): [tag: string | null, content: SentContent][] {
  const tags = [null, ...Object.keys(content.translations ?? {})];
  return tags.map((tag) => [tag, contentIn(content, tag)]);
}

/** A content with these fields. The other fields are empty. */
export function contentOf(changes: ContentChanges & { subject: string }): SentContent;
export function contentOf(changes: ContentChanges): CampaignContent;
export function contentOf(changes: ContentChanges): CampaignContent {
  return changedContent(emptyContent, changes);
}
