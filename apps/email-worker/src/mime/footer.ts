import { type TemplatePart, escapeHtml } from '@carillon/content';

/** What stands below every mail: the credits, unless the sender may leave them out, and the sender's postal address. */
export interface Footer {
  credits: boolean;
  postalAddress: string | undefined;
}

const CREDITS = 'Sent with Carillon';
const endOfBody = /<\/body\s*>/gi;

/** Puts the footer before the end of the document's body, or after everything if there is no such place. */
export function withHtmlFooter(parts: readonly TemplatePart[], footer: Footer): TemplatePart[] {
  const lines = linesOf(footer).map((line) => escapeHtml(line).replace(/\n/g, '<br>'));
  if (lines.length === 0) return [...parts];
  const html = `<div style="margin-top:24px;font:12px/1.5 sans-serif;color:#666">${lines.join('<br>')}</div>`;
  for (const [at, part] of [...parts.entries()].reverse()) {
    const place = typeof part === 'string' ? [...part.matchAll(endOfBody)].at(-1)?.index : undefined;
    if (typeof part !== 'string' || place === undefined) continue;
    return parts.with(at, part.slice(0, place) + html + part.slice(place));
  }
  return [...parts, html];
}

/** The line of two hyphens and a space begins a signature: RFC 3676 §4.3. */
export function withTextFooter(parts: readonly TemplatePart[], footer: Footer): TemplatePart[] {
  const lines = linesOf(footer);
  return lines.length === 0 ? [...parts] : [...parts, `\n\n-- \n${lines.join('\n')}\n`];
}

function linesOf({ credits, postalAddress }: Footer): string[] {
  const address = postalAddress?.replace(/\r\n?/g, '\n').trim() ?? '';
  return [credits ? CREDITS : '', address].filter((line) => line !== '');
}
