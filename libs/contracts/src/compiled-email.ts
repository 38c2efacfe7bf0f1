import { type Static, Type } from '@sinclair/typebox';
import type { SentContent } from './content';

/**
 * One step of encoding a value for its context. A context has one step for each nested language: a value in a URL in a
 * style in an attribute is encoded for the URL, then for CSS, then for HTML. libs/content/src/encodings.ts implements
 * the steps.
 */
export const Encoding = Type.Union([
  Type.Literal('url'),
  Type.Literal('url-scheme'),
  Type.Literal('url-host'),
  Type.Literal('url-after-host'),
  Type.Literal('url-rest'),
  Type.Literal('url-path'),
  Type.Literal('url-part'),
  Type.Literal('mailbox'),
  Type.Literal('phone'),
  Type.Literal('nothing'),
  Type.Literal('css'),
  Type.Literal('css-string'),
  Type.Literal('script'),
  Type.Literal('html'),
  Type.Literal('unquoted'),
  Type.Literal('unquoted-whole'),
]);
export type Encoding = Static<typeof Encoding>;

/** A placeholder in its position. `fallback`: the author's text, inserted unchanged. */
export const ValuePart = Type.Object({
  key: Type.String(),
  fallback: Type.String(),
  as: Type.Array(Encoding),
});
export type ValuePart = Static<typeof ValuePart>;

/** A link that can be counted: its number among the links, and its URL as the author wrote it. */
const LinkPart = Type.Object({ link: Type.Integer(), written: Type.String() });

/** Where the footer is visible, after closing these constructs. */
const FooterPart = Type.Object({ footer: Type.String() });

export const EmailLink = Type.Object({
  /** The URL as an email client interprets it; a URL with placeholders is unchanged. */
  url: Type.String(),
  /** Whether the link can be tracked: its target doesn't depend on values. */
  counted: Type.Boolean(),
});
export type EmailLink = Static<typeof EmailLink>;

/**
 * The analyzed HTML of an email: texts, and placeholders between them. Email workers fill it in without parsing the
 * HTML, which can be costly.
 */
export const CompiledEmail = Type.Object({
  /** The parts contain the footer exactly once. */
  html: Type.Array(Type.Union([Type.String(), ValuePart, LinkPart, FooterPart])),
  /** The text alternative. */
  text: Type.Array(Type.Union([Type.String(), ValuePart])),
  /** The distinct links, in their order. */
  links: Type.Array(EmailLink),
});
export type CompiledEmail = Static<typeof CompiledEmail>;

/**
 * The analyzed HTML of an email in Liquid. It is a separate type, so that an email worker that doesn't know Liquid finds
 * no email. libs/content/src/liquid/marks.ts describes the marks.
 */
export const LiquidEmail = Type.Object({
  /** The HTML in Liquid, with marks for the footer and for links that can be counted. */
  html: Type.String(),
  /** Closes the constructs that would hide the footer. */
  close: Type.String(),
  /** The text alternative in Liquid. */
  text: Type.String(),
  /** The distinct links, in their order. */
  links: Type.Array(EmailLink),
  /** The keys of the data that the email reads, except those of its subject. */
  keys: Type.Array(Type.String()),
});
export type LiquidEmail = Static<typeof LiquidEmail>;

/** The analyzed HTML of an email in either template language. */
export type AnalyzedEmail = CompiledEmail | LiquidEmail;

/** The emails of translations, by the tag of the language. */
const TranslatedEmails = Type.Record(Type.String(), Type.Union([CompiledEmail, LiquidEmail]));
export type TranslatedEmails = Static<typeof TranslatedEmails>;

/**
 * The email of a campaign in one of both forms, and those of its translations. The first one has the `links` of all.
 * Neither form: the campaign has no email.
 */
export const compiledEmails = {
  compiledEmail: Type.Optional(CompiledEmail),
  liquidEmail: Type.Optional(LiquidEmail),
  translatedEmails: Type.Optional(TranslatedEmails),
};

/** The emails of a campaign: for everyone, with the links of all, and for people who get a translation. */
export interface CampaignEmails {
  email: AnalyzedEmail | null;
  translatedEmails?: TranslatedEmails;
}

/** The email for people who get this translation, or null for no email. `tag` null: for all others. */
export function emailFor(
  { email, translatedEmails }: CampaignEmails,
  tag: string | null,
): AnalyzedEmail | null {
  return (tag === null ? undefined : translatedEmails?.[tag]) ?? email;
}

interface EmailFields {
  compiledEmail?: CompiledEmail;
  liquidEmail?: LiquidEmail;
  translatedEmails?: TranslatedEmails;
}

/** The fields of a message or a document that has these emails. */
export function asCompiled({ email, translatedEmails }: CampaignEmails): EmailFields {
  if (email === null) return {};
  return {
    ...('keys' in email ? { liquidEmail: email } : { compiledEmail: email }),
    ...(translatedEmails && { translatedEmails }),
  };
}

/**
 * The email of a campaign for workers. `wholeEmail` replaces `compiledEmail` if the content has attachments or
 * translations, so that an email worker of release 0.3.0 finds no email, and sends nothing without its files or in the
 * wrong language.
 */
export const emailsForWorkers = { ...compiledEmails, wholeEmail: Type.Optional(CompiledEmail) };

/** The fields of a message to a worker that has these emails. */
export function forWorkers(
  content: Pick<SentContent, 'attachments' | 'translations'>,
  emails: CampaignEmails,
): EmailFields & { wholeEmail?: CompiledEmail } {
  const { compiledEmail, ...fields } = asCompiled(emails);
  if (!compiledEmail) return fields;
  const isNewer = content.attachments ?? content.translations;
  return { ...fields, ...(isNewer ? { wholeEmail: compiledEmail } : { compiledEmail }) };
}

/** The email for everyone in these fields. */
export function emailIn(fields: {
  compiledEmail?: CompiledEmail | null | undefined;
  liquidEmail?: LiquidEmail | null | undefined;
  wholeEmail?: CompiledEmail | undefined;
}): AnalyzedEmail | null {
  return fields.compiledEmail ?? fields.liquidEmail ?? fields.wholeEmail ?? null;
}
