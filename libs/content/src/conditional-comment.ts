/** HTML that only Outlook interprets: [MS-OE376] §2.1, downlevel-hidden conditional comments. */
const begin = /\s*\[if\s[^\]]*\]>/iy;
const END = '<![endif]';

export interface Range {
  start: number;
  end: number;
}

/** The HTML for Outlook in the comment between these offsets; null if it is an ordinary comment. */
export function outlookHtml(html: string, start: number, end: number): Range | null {
  if (html.slice(end - END.length, end).toLowerCase() !== END) return null;
  begin.lastIndex = start;
  if (!begin.test(html) || begin.lastIndex > end - END.length) return null;
  return { start: begin.lastIndex, end: end - END.length };
}
