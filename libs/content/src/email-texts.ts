import type { AnalyzedEmail, CompiledEmail, LiquidEmail } from '@carillon/contracts';
import { type Exceeds, exceeds } from './exceeds';
import { type Footer, htmlFooter, joined, withTextFooter } from './footer';
import { compileLiquid, liquidSlot } from './liquid/liquid-template';
import { parseLiquid } from './liquid/parsed-liquid';
import { type Template, type TemplatePart, compileTemplate, slotMaker } from './template';

/** An email before it is encoded, as sent by a worker and shown in a preview. */
export interface EmailTexts {
  readonly subject: Template;
  readonly text: readonly TemplatePart[];
  readonly html: readonly TemplatePart[];
  /** Whether the subject, the text, or the HTML is too long with these values. */
  readonly isTooLong: Exceeds;
}

/** The tracking parts of an email's HTML. */
export interface Counters {
  /** Null: this link stays unchanged. */
  inPlaceOf(url: string): TemplatePart | null;
  /** The URL of an invisible image. */
  picture: TemplatePart;
}

/**
 * Joins the parts that all recipients of an email share, without parsing its HTML. The plain text keeps the author's own
 * links.
 */
export function emailTexts(
  { subject, email }: { subject: string; email: AnalyzedEmail },
  footer: Footer,
  counters?: Counters,
): EmailTexts {
  const texts =
    'keys' in email
      ? inLiquid({ subject, email }, footer, counters)
      : withPlaceholders({ subject, email }, footer, counters);
  const limits = [texts.subject.parts, texts.text, texts.html].map((parts) => exceeds(parts));
  const isTooLong: Exceeds = (variables, system) => limits.some((limit) => limit(variables, system));
  return { ...texts, isTooLong };
}

function withPlaceholders(
  { subject, email }: { subject: string; email: CompiledEmail },
  footer: Footer,
  counters: Counters | undefined,
): Omit<EmailTexts, 'isTooLong'> {
  const slotOf = slotMaker();
  const behind = counters ? pictureAt(counters.picture) : [];
  const html = email.html.flatMap((part): TemplatePart[] => {
    if (typeof part === 'string') return [part];
    if ('key' in part) return [slotOf(part)];
    if ('footer' in part) return htmlFooter(footer, part.footer, behind);
    return [counters?.inPlaceOf(email.links[part.link]?.url ?? '') ?? part.written];
  });
  const text = email.text.map((part) => (typeof part === 'string' ? part : slotOf(part)));
  return {
    subject: compileTemplate(subject, 'subject'),
    text: withTextFooter(text, footer),
    html: joined(html),
  };
}

function inLiquid(
  { subject, email }: { subject: string; email: LiquidEmail },
  footer: Footer,
  counters: Counters | undefined,
): Omit<EmailTexts, 'isTooLong'> {
  const behind = counters ? pictureAt(counters.picture) : [];
  const marked = {
    footer: htmlFooter(footer, email.close, behind),
    link: (number: number) => counters?.inPlaceOf(email.links[number]?.url ?? '') ?? null,
  };
  const text = liquidSlot(parseLiquid(email.text).templates, 'text', { tidy: withoutEmptyLines });
  return {
    subject: compileLiquid(subject, 'subject'),
    text: withTextFooter([text], footer),
    html: [liquidSlot(parseLiquid(email.html).templates, 'html', { marked })],
  };
}

/** Branches that aren't rendered leave empty lines. */
function withoutEmptyLines(text: string): string {
  return text.replace(/\n[ \t]*(?:\n[ \t]*)+\n/g, '\n\n').trim();
}

/** Its `alt` is empty, so that screen readers skip it. */
function pictureAt(url: TemplatePart): TemplatePart[] {
  return ['<img src="', url, '" width="1" height="1" alt="" style="border:0">'];
}
