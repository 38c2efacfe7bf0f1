import { type CampaignContent, type Language, type Plan, languages } from '@carillon/contracts';
import { escapeHtml } from './escape-html';
import { compileTemplate, type TemplatePart } from './template';

/**
 * The footer of every email: the watermark, unless it is removed, and the legally required parts: the sender's postal
 * address and the unsubscribe link.
 */
export interface Footer {
  watermark: boolean;
  postalAddress: string | undefined;
  /** Whether the footer contains an unsubscribe link. */
  hasLink: boolean;
  /** The recipient's language, otherwise the sender's (`languageOf`). Absent: English. */
  language?: Language | undefined;
}

/** Whether emails carry the watermark: always, unless the campaign removes it and the plan allows that. */
export function hasWatermark(
  { shouldRemoveWatermark }: Pick<CampaignContent, 'shouldRemoveWatermark'>,
  plan: Plan,
): boolean {
  return !(shouldRemoveWatermark && plan === 'UPGRADED');
}

/** The system value of the recipient's unsubscribe link. */
export const UNSUBSCRIBE_URL = 'carillon.unsubscribeUrl';

/** The class of the footer in the HTML. */
export const FOOTER_CLASS = 'carillon-footer';

/** Has a background of its own, because that of the email can have any color. Designs style it by its class. */
const style =
  'max-width:600px;margin:24px auto 0;padding:8px 0;font:12px/1.5 sans-serif;color:#666;background:#fff;text-align:center';

const inLanguage = (watermark: string, unsubscribe: string) => ({
  watermark,
  htmlLink: compileTemplate(`<a href="{{${UNSUBSCRIBE_URL}}}" style="color:#666">${unsubscribe}</a>`, 'html'),
  textLink: compileTemplate(`${unsubscribe}: {{${UNSUBSCRIBE_URL}}}`, 'text'),
});

/** The fixed texts of a footer, by language. */
const texts: Readonly<Record<Language, ReturnType<typeof inLanguage>>> = {
  en: inLanguage('Sent with Carillon', 'Unsubscribe'),
  de: inLanguage('Versendet mit Carillon', 'Abmelden'),
};

const textsOf = ({ language = languages[0] }: Footer) => texts[language];

/** The footer of the HTML; empty if it has no content. `behind` always follows it. */
export function htmlFooter(
  footer: Footer,
  close: string,
  behind: readonly TemplatePart[] = [],
): TemplatePart[] {
  const lines = linesOf(footer).map((line) => [escapeHtml(line).replace(/\n/g, '<br>')]);
  const footerParts = inLines(
    [...lines, ...(footer.hasLink ? [textsOf(footer).htmlLink.parts] : [])],
    '<br>',
  );
  if (footerParts.length === 0) return [...behind];
  return [`${close}<div style="${style}" class="${FOOTER_CLASS}">`, ...footerParts, '</div>', ...behind];
}

/** The line of two hyphens and a space begins a signature: RFC 3676 §4.3. */
export function withTextFooter(parts: readonly TemplatePart[], footer: Footer): TemplatePart[] {
  const lines = linesOf(footer).map((line) => [line]);
  const footerParts = inLines([...lines, ...(footer.hasLink ? [textsOf(footer).textLink.parts] : [])], '\n');
  return footerParts.length === 0 ? [...parts] : joined([...parts, '\n\n-- \n', ...footerParts, '\n']);
}

function linesOf(footer: Footer): string[] {
  const address = footer.postalAddress?.replace(/\r\n?/g, '\n').trim() ?? '';
  return [footer.watermark ? textsOf(footer).watermark : '', address].filter((line) => line !== '');
}

function inLines(lines: readonly (readonly TemplatePart[])[], lineBreak: string): TemplatePart[] {
  return lines.flatMap((line, at) => (at === 0 ? line : [lineBreak, ...line]));
}

/** Joins adjacent texts, because each would begin a separate line in the email. */
export function joined(parts: readonly TemplatePart[]): TemplatePart[] {
  const all: TemplatePart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part;
    else if (part !== '') all.push(part);
  }
  return all;
}
