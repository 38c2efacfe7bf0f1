/**
 * Invisible characters that programs add to copied text: zero-width spaces and joiners, direction marks and isolates,
 * word joiners, byte order marks, soft hyphens (Unicode category Cf).
 */
const invisible = '\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff';
const outer = new RegExp(`^[\\s${invisible}]+|[\\s${invisible}]+$`, 'g');
const anyInvisible = new RegExp(`[${invisible}]`, 'g');
/** Spaces whose width differs from the plain space. */
const otherSpaces = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
/** Hyphens, dashes, and the minus sign. */
const otherHyphens = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
/** How spreadsheets keep a number as text: `="0171…"`, and an apostrophe before it. */
const asFormula = /^="(.*)"$/;
const asText = /^'(?=[+0-9(])/;
const plainAscii = /^[!-~]*$/;

/** A cell without spaces and invisible characters around it. */
export function trimmedCell(cell: string): string {
  return plainAscii.test(cell) ? cell : cell.replace(outer, '');
}

/**
 * The intended address: without characters that spreadsheets, browsers, and phones add to copied addresses. Within an
 * email address, they stay, so that it is rejected rather than changed.
 */
export function identifierOf(cell: string): string {
  const trimmed = trimmedCell(cell);
  const text = trimmed.startsWith('="') ? trimmed.replace(asFormula, '$1') : trimmed;
  if (text.includes('@')) return text;
  const number = plainAscii.test(text)
    ? text
    : text.replace(anyInvisible, '').replace(otherSpaces, ' ').replace(otherHyphens, '-');
  return number.replace(asText, '');
}

export function isBlankCell(cell: string): boolean {
  return cell === '' || trimmedCell(cell) === '';
}
