export interface SmsSegments {
  readonly encoding: 'GSM-7' | 'UCS-2';
  /** The number of billed messages; 0 for an empty text. */
  readonly segments: number;
  /** The number of septets in GSM-7 (an escaped character counts as two), or of 16-bit units in UCS-2. */
  readonly units: number;
}

/** 3GPP TS 23.038 §6.2.1, the default alphabet in its order, without the escape itself, and its extension table. */
const defaultAlphabet =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extensionTable = '\f^{}\\[~]|€';

/**
 * Units of a single message, and of each part of a longer message, whose header takes the other units (TS 23.040
 * §9.2.3.24.1).
 */
const capacity = {
  'GSM-7': { alone: 160, part: 153 },
  'UCS-2': { alone: 70, part: 67 },
} as const;

const septets = new Uint8Array(0x20ad);
for (const character of defaultAlphabet) septets[character.charCodeAt(0)] = 1;
for (const character of extensionTable) septets[character.charCodeAt(0)] = 2;

/**
 * How a text is sent as SMS: 160 or 70 units in one message, or otherwise parts of 153 or 67 units that never split a
 * character.
 */
export function smsSegments(text: string): SmsSegments {
  const encoding = isGsm(text) ? 'GSM-7' : 'UCS-2';
  const { alone, part } = capacity[encoding];
  const widthOf = encoding === 'GSM-7' ? septetsOf : unitsOf;
  let units = 0;
  let parts = 0;
  let room = 0;
  for (const character of text) {
    const width = widthOf(character);
    units += width;
    if (width > room) {
      parts++;
      room = part;
    }
    room -= width;
  }
  return { encoding, segments: units > alone ? parts : Math.min(parts, 1), units };
}

/** The distinct characters for which a text needs UCS-2. */
export function unicodeCharactersOf(text: string): string[] {
  return [...new Set(text)].filter((character) => !isGsm(character));
}

function isGsm(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!septets[text.charCodeAt(i)]) return false;
  return true;
}

function septetsOf(character: string): number {
  return septets[character.charCodeAt(0)] ?? 0;
}

function unitsOf(character: string): number {
  return character.length;
}
