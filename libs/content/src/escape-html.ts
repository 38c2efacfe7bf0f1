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
