import { escapeHtml } from './escape-html';

/**
 * The length to which a preheader is padded (characters). Email clients that show a preview text show fewer characters.
 */
const SHOWN = 150;

/** Every email client hides it: `mso-hide` is for Outlook, which ignores `display:none` on some elements. */
const style =
  'display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all';

/**
 * The HTML of a preheader, which is invisible in the open email and shown next to the subject in lists. Invisible
 * spaces after it exclude the text of the email from the preview:
 * https://www.litmus.com/blog/the-little-known-preview-text-hack-you-may-want-to-use-in-every-email
 * @param html the preheader, escaped
 */
export function preheaderHtml(preheader: string, html = escapeHtml(preheader)): string {
  const padding = '&zwnj;&nbsp;'.repeat(Math.max(0, SHOWN - preheader.length));
  return `<div style="${style}">${html}${padding}</div>`;
}
