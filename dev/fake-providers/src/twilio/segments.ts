/** The alphabet of 7 bits a character; what is behind the escape costs two. 3GPP TS 23.038 §6.2.1. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED = '\f^{}\\[~]|€';
const basic = new Set(BASIC);
const extended = new Set(EXTENDED);

/** How many SMS a text takes: 160 characters or 153 each of several; 70 or 67 when one needs Unicode. */
export function segments(text: string): number {
  const characters = Array.from(text);
  const narrow = characters.every((character) => basic.has(character) || extended.has(character));
  const length = narrow
    ? characters.reduce((sum, character) => sum + (extended.has(character) ? 2 : 1), 0)
    : text.length;
  const [alone, joined] = narrow ? [160, 153] : [70, 67];
  return length <= alone ? 1 : Math.ceil(length / joined);
}
