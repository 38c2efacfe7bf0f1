import type { CompiledEmail } from '@carillon/contracts';
import { type Exceeds, exceeds } from './exceeds';
import { type Footer, htmlFooter, joined, withTextFooter } from './footer';
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
 * Joins the parts that all recipients of an email share, without parsing. The plain text keeps the author's own links.
 */
export function emailTexts(
  { subject, email }: { subject: string; email: CompiledEmail },
  footer: Footer,
  counters?: Counters,
): EmailTexts {
  const slotOf = slotMaker();
  const behind = counters ? pictureAt(counters.picture) : [];
  const html = email.html.flatMap((part): TemplatePart[] => {
    if (typeof part === 'string') return [part];
    if ('key' in part) return [slotOf(part)];
    if ('footer' in part) return htmlFooter(footer, part.footer, behind);
    return [counters?.inPlaceOf(email.links[part.link]?.url ?? '') ?? part.written];
  });
  const text = email.text.map((part) => (typeof part === 'string' ? part : slotOf(part)));
  const texts = {
    subject: compileTemplate(subject, 'subject'),
    text: withTextFooter(text, footer),
    html: joined(html),
  };
  const limits = [texts.subject.parts, texts.text, texts.html].map((parts) => exceeds(parts));
  const isTooLong: Exceeds = (variables, system) => limits.some((limit) => limit(variables, system));
  return { ...texts, isTooLong };
}

/** Its `alt` is empty, so that screen readers skip it. */
function pictureAt(url: TemplatePart): TemplatePart[] {
  return ['<img src="', url, '" width="1" height="1" alt="" style="border:0">'];
}
