import { type Footer, withHtmlFooter, withTextFooter } from './footer';
import { withLinks } from './links';
import { plainTextOf } from './plain-text';
import { type Exceeds, exceeds } from './exceeds';
import { type Template, type TemplatePart, compileTemplate } from './template';

/** An email before it is encoded as a mail: what a worker sends and a preview shows. */
export interface EmailTexts {
  readonly subject: Template;
  readonly text: readonly TemplatePart[];
  readonly html: readonly TemplatePart[];
  /** Whether one of the three is too long with these values. */
  readonly isTooLong: Exceeds;
}

/** What stands in an email's HTML so that opens and clicks are noticed. */
export interface Counters {
  /** Null: this link stays as it is. */
  inPlaceOf(url: string): TemplatePart | null;
  /** The URL of a picture that nobody sees. */
  picture: TemplatePart;
}

/** Compiles what all recipients of an email share. Takes as long as `plainTextOf`. Its text has the author's own links. */
export function emailTexts(
  { subject, emailBody }: { subject: string; emailBody: string },
  footer: Footer,
  counters?: Counters,
): EmailTexts {
  const { parts } = compileTemplate(emailBody, 'html');
  const html = counters ? withLinks(parts, (url) => counters.inPlaceOf(url)) : parts;
  const texts = {
    subject: compileTemplate(subject, 'subject'),
    text: withTextFooter(compileTemplate(plainTextOf(emailBody), 'text').parts, footer),
    html: withHtmlFooter(html, footer, counters ? pictureAt(counters.picture) : []),
  };
  const limits = [texts.subject.parts, texts.text, texts.html].map((parts) => exceeds(parts));
  const isTooLong: Exceeds = (variables, system) => limits.some((limit) => limit(variables, system));
  return { ...texts, isTooLong };
}

/** Its `alt` is empty, so that nobody is read it. */
function pictureAt(url: TemplatePart): TemplatePart[] {
  return ['<img src="', url, '" width="1" height="1" alt="" style="border:0">'];
}
