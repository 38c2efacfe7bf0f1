/** Crockford's base32: one letter case, without ambiguous letters. https://www.crockford.com/base32.html */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CODES = Buffer.from(ALPHABET, 'latin1');
const VALUES = new Map(Array.from(ALPHABET, (character, value) => [character, value]));

/** Eight characters for five bytes. The spare bits of the last character are 0. */
export function writeBase32(bytes: Uint8Array): string {
  const text = Buffer.allocUnsafe(Math.ceil((bytes.length * 8) / 5));
  let end = 0;
  let bits = 0;
  let count = 0;
  for (const byte of bytes) {
    bits = ((bits & 31) << 8) | byte;
    for (count += 8; count >= 5; end++) {
      count -= 5;
      text[end] = CODES[(bits >>> count) & 31] ?? 0;
    }
  }
  if (count > 0) text[end] = CODES[(bits << (5 - count)) & 31] ?? 0;
  return text.toString('latin1');
}

/** The lowest bits of a number as this many characters. */
export function writeBits(value: number, characters: number): string {
  let text = '';
  for (let at = characters - 1; at >= 0; at--) text += ALPHABET.charAt((value >>> (at * 5)) & 31);
  return text;
}

/** The bytes of a lowercase text up to the first character outside of base32. Spare bits are dropped. */
export function readBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [bits, count] = [0, 0];
  for (const character of text) {
    const value = VALUES.get(character);
    if (value === undefined) break;
    bits = (bits << 5) | value;
    count += 5;
    if (count >= 8) {
      count -= 8;
      bytes.push((bits >>> count) & 255);
      bits &= (1 << count) - 1;
    }
  }
  return Buffer.from(bytes);
}
