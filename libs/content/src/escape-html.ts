const special = /[&<>"']/;
const eachSpecial = /[&<>"']/g;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes text safe between tags and inside a quoted attribute value. */
export function escapeHtml(text: string): string {
  return special.test(text)
    ? text.replace(eachSpecial, (character) => entities[character] ?? character)
    : text;
}

const endsUnquoted = /[\s&<>"'`=]/g;

/** Makes text safe in a tag without quotes, too: HTML §13.2.5.38, the unquoted state of an attribute value. */
export function escapeUnquoted(text: string): string {
  return text.replace(endsUnquoted, (character) => `&#${character.charCodeAt(0)};`);
}

const schemes = new Set(['http', 'https', 'mailto', 'sms', 'tel', 'whatsapp']);
/** A reader's browser ignores white space and control characters here. */
const ignored = /[\0-\x20\x7f-\x9f]/g;

/** Returns a value that begins a URL; `#` instead of a URL that could run a script, or whose scheme is none of a mail. */
export function safeUrl(text: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text.replace(ignored, ''))?.[1];
  return scheme === undefined || schemes.has(scheme.toLowerCase()) ? text : '#';
}
