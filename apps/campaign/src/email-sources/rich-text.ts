import sanitizeHtml from 'sanitize-html';

const COLOR = /^#[0-9a-f]{6}$/i;

/**
 * Keeps the formatting that a text in a design can have, and removes all other tags and attributes, but not their
 * text. The result is well-formed HTML, in which placeholders are as they were.
 */
export function richText(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'a', 'ul', 'ol', 'li', 'span'],
    allowedAttributes: { a: ['href'], span: ['style'] },
    allowedStyles: { span: { color: [COLOR] } },
    allowedSchemes: ['http', 'https', 'mailto', 'tel', 'sms', 'whatsapp'],
  });
}
