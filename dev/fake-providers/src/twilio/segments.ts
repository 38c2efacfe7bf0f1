/**
 * The alphabet with 7 bits per character, in which characters after the escape count as two. 3GPP TS 23.038 §6.2.1.
 */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED = '\f^{}\\[~]|€';
const basic = new Set(BASIC);
const extended = new Set(EXTENDED);

/**
 * Returns the number of SMS segments of a text. A single segment holds 160 characters, and each of several segments
 * holds 153. If a character needs Unicode, the limits are 70 and 67.
 */
export function segments(text: string): number {
  const characters = Array.from(text);
  const narrow = characters.every((character) => basic.has(character) || extended.has(character));
  const length = narrow
    ? characters.reduce((sum, character) => sum + (extended.has(character) ? 2 : 1), 0)
    : text.length;
  const [alone, joined] = narrow ? [160, 153] : [70, 67];
  return length <= alone ? 1 : Math.ceil(length / joined);
}
