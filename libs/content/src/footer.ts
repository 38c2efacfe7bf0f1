import { endOfBody } from './end-of-body';
import { escapeHtml } from './escape-html';
import { type TemplatePart, compileTemplate } from './template';

/**
 * What stands below every email: the watermark, unless the sender may leave them out, and what the law asks for: the sender's
 * postal address and the way to unsubscribe, which nobody can leave out.
 */
export interface Footer {
  watermark: boolean;
  postalAddress: string | undefined;
  /** Whether there is a link to unsubscribe by. */
  hasLink: boolean;
}

/** The key of what a recipient's link is filled in for. */
export const UNSUBSCRIBE_URL = 'carillon.unsubscribeUrl';

const CREDITS = 'Sent with Carillon';
const style = 'margin-top:24px;font:12px/1.5 sans-serif;color:#666';
const htmlLink = compileTemplate(
  `<a href="{{${UNSUBSCRIBE_URL}}}" style="color:#666">Unsubscribe</a>`,
  'html',
);
const textLink = compileTemplate(`Unsubscribe: {{${UNSUBSCRIBE_URL}}}`, 'text');

/** Puts the footer before the end of the document's body, or after everything if there is no such place. */
export function withHtmlFooter(parts: readonly TemplatePart[], footer: Footer): TemplatePart[] {
  const lines = linesOf(footer).map((line) => [escapeHtml(line).replace(/\n/g, '<br>')]);
  const footerParts = inLines([...lines, ...(footer.hasLink ? [htmlLink.parts] : [])], '<br>');
  if (footerParts.length === 0) return [...parts];
  const { before, close, after } = endOfBody(parts);
  return joined([...before, `${close}<div style="${style}">`, ...footerParts, '</div>', ...after]);
}

/** The line of two hyphens and a space begins a signature: RFC 3676 §4.3. */
export function withTextFooter(parts: readonly TemplatePart[], footer: Footer): TemplatePart[] {
  const lines = linesOf(footer).map((line) => [line]);
  const footerParts = inLines([...lines, ...(footer.hasLink ? [textLink.parts] : [])], '\n');
  return footerParts.length === 0 ? [...parts] : joined([...parts, '\n\n-- \n', ...footerParts, '\n']);
}

function linesOf({ watermark, postalAddress }: Footer): string[] {
  const address = postalAddress?.replace(/\r\n?/g, '\n').trim() ?? '';
  return [watermark ? CREDITS : '', address].filter((line) => line !== '');
}

function inLines(lines: readonly (readonly TemplatePart[])[], lineBreak: string): TemplatePart[] {
  return lines.flatMap((line, at) => (at === 0 ? line : [lineBreak, ...line]));
}

/** The same with no two texts side by side, each of which would begin a line of its own in the mail. */
function joined(parts: readonly TemplatePart[]): TemplatePart[] {
  const all: TemplatePart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part;
    else if (part !== '') all.push(part);
  }
  return all;
}
