/** The alphabet of 7 bits per character; characters after the escape count as two. 3GPP TS 23.038 §6.2.1. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED = '\f^{}\\[~]|€';
const basic = new Set(BASIC);
const extended = new Set(EXTENDED);

/** Returns the number of SMS for a text: 160 characters, or 153 each of several; 70 or 67 if one needs Unicode. */
export function segments(text: string): number {
  const characters = Array.from(text);
  const narrow = characters.every((character) => basic.has(character) || extended.has(character));
  const length = narrow
    ? characters.reduce((sum, character) => sum + (extended.has(character) ? 2 : 1), 0)
    : text.length;
  const [alone, joined] = narrow ? [160, 153] : [70, 67];
  return length <= alone ? 1 : Math.ceil(length / joined);
}
