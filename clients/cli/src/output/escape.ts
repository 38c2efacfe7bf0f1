/** Control characters of terminals, and characters that reverse text or break a line. */
const orders = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** Escapes the server's text so that it is safe in one line of a terminal. */
export function escaped(text: string): string {
  return text.replace(orders, (character) => `\\u{${codeOf(character)}}`);
}

/** Escapes the server's text, but keeps its line breaks and tabs. */
export function escapedLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(escaped).join('\t'))
    .join('\n');
}

/** Returns equivalent JSON in which all control characters are escaped. */
export function escapedJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(orders, (character) =>
    character === '\n' ? character : `\\u${codeOf(character).padStart(4, '0')}`,
  );
}

/** All of these characters are below U+10000. */
function codeOf(character: string): string {
  return character.charCodeAt(0).toString(16);
}
