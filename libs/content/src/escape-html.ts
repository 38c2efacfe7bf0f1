const special = /[&<>"']/;
const eachSpecial = /[&<>"']/g;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes text safe between tags and inside a quoted attribute value. An attribute without quotes is safe with no escaping. */
export function escapeHtml(text: string): string {
  return special.test(text)
    ? text.replace(eachSpecial, (character) => entities[character] ?? character)
    : text;
}
