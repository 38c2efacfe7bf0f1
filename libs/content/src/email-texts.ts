import { type Footer, withHtmlFooter, withTextFooter } from './footer';
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

/** Compiles what all recipients of an email share. Takes as long as `plainTextOf`. */
export function emailTexts(
  { subject, emailBody }: { subject: string; emailBody: string },
  footer: Footer,
): EmailTexts {
  const texts = {
    subject: compileTemplate(subject, 'subject'),
    text: withTextFooter(compileTemplate(plainTextOf(emailBody), 'text').parts, footer),
    html: withHtmlFooter(compileTemplate(emailBody, 'html').parts, footer),
  };
  const limits = [texts.subject.parts, texts.text, texts.html].map((parts) => exceeds(parts));
  const isTooLong: Exceeds = (variables, system) => limits.some((limit) => limit(variables, system));
  return { ...texts, isTooLong };
}
