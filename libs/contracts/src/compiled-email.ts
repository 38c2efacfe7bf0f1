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

/** The email of a campaign in one of both forms. Neither: the campaign has no email. */
export const compiledEmails = {
  compiledEmail: Type.Optional(CompiledEmail),
  liquidEmail: Type.Optional(LiquidEmail),
};

/** The analyzed HTML of an email in either language. */
export type AnalyzedEmail = CompiledEmail | LiquidEmail;

/** The fields of a message or a document that has this email. */
export function asCompiled(email: AnalyzedEmail | null): {
  compiledEmail?: CompiledEmail;
  liquidEmail?: LiquidEmail;
} {
  if (email === null) return {};
  return 'keys' in email ? { liquidEmail: email } : { compiledEmail: email };
}

/**
 * The email of a campaign for workers. `emailWithFiles` replaces `compiledEmail` if the email has attachments, so that an
 * email worker that doesn't know attachments finds no email, and doesn't send it without its files.
 */
export const emailsForWorkers = { ...compiledEmails, emailWithFiles: Type.Optional(CompiledEmail) };

/** The fields of a message to a worker that has this email. */
export function forWorkers(content: Pick<SentContent, 'attachments'>, email: AnalyzedEmail | null) {
  const { compiledEmail, ...fields } = asCompiled(email);
  if (!compiledEmail) return fields;
  return content.attachments ? { emailWithFiles: compiledEmail } : { compiledEmail };
}

/** The email in these fields. */
export function emailIn(fields: {
  compiledEmail?: CompiledEmail | null | undefined;
  liquidEmail?: LiquidEmail | null | undefined;
  emailWithFiles?: CompiledEmail | undefined;
}): AnalyzedEmail | null {
  return fields.compiledEmail ?? fields.liquidEmail ?? fields.emailWithFiles ?? null;
}
