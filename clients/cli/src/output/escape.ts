/** What a terminal would take for an order, and what would turn other text around or break a line. */
const orders = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** Text of the server's, safe for one line of a terminal. */
export function escaped(text: string): string {
  return text.replace(orders, (character) => `\\u{${codeOf(character)}}`);
}

/** The same for text of several lines. */
export function escapedLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(escaped).join('\t'))
    .join('\n');
}

/** JSON that means the same and holds nothing but text. */
export function escapedJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(orders, (character) =>
    character === '\n' ? character : `\\u${codeOf(character).padStart(4, '0')}`,
  );
}

/** All of these are below U+10000. */
function codeOf(character: string): string {
  return character.charCodeAt(0).toString(16);
}
