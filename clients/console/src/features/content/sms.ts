/** The size of a text as an SMS. A segment holds more characters of GSM 03.38 than of UCS-2. */
export interface SmsSize {
  characters: number;
  segments: number;
  /** The number of segments without the characters outside GSM 03.38. */
  plainSegments: number;
  /** Characters outside GSM 03.38, each once, as people see them. Any of them requires UCS-2. */
  odd: string[];
}

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters that take two places. */
const extended = new Set('^{}\\[~]|€\f');

/** Counts as Twilio does: 160 places in one segment, 153 in each of several; 70 and 67 in UCS-2. */
export function smsSize(text: string): SmsSize {
  const letters = Array.from(text);
  const plain = letters.filter(isPlain);
  const plainSegments = segmentsOf(
    plain.reduce((sum, letter) => sum + (extended.has(letter) ? 2 : 1), 0),
    [160, 153],
  );
  const isOdd = plain.length < letters.length;
  return {
    characters: letters.length,
    segments: isOdd ? segmentsOf(text.length, [70, 67]) : plainSegments,
    plainSegments,
    odd: isOdd ? oddOf(text) : [],
  };
}

/** The segments that so many places take, if a single one and each of several hold so many. */
function segmentsOf(places: number, [alone, together]: readonly [number, number]): number {
  return places <= alone ? Math.min(1, places) : Math.ceil(places / together);
}

const isPlain = (letter: string): boolean => basic.has(letter) || extended.has(letter);
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** An emoji of several code points is one character for readers. */
function oddOf(text: string): string[] {
  const odd = Array.from(graphemes.segment(text), ({ segment }) => segment).filter(
    (segment) => !Array.from(segment).every(isPlain),
  );
  return [...new Set(odd)];
}

/** Invisible characters are shown as code points: `U+00A0`. */
export function visible(character: string): string {
  if (!/^[\p{C}\p{Z}\p{M}]+$/u.test(character)) return character;
  return Array.from(character, (each) => {
    const code = each.codePointAt(0) ?? 0;
    return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  }).join(' ');
}
