/** The limits of a typed number. */
export interface NumberRange {
  min: number;
  max: number;
  /** The number of digits after the separator; 0: whole numbers only. */
  decimals: number;
}

/** Digits that spaces, apostrophes, points, and commas separate, as in the number formats of CLDR. */
const WRITTEN = /^[+-]?(?:\d[\d\s'’.,]*|[.,]\d+)$/u;
const GROUPED = /^[+-]?\d{1,3}(?:\d{3})*$/;

/**
 * Parses a number as people type it, in any language: `0.075`, `0,075`, `,5`, `1 234,50`, `1,234.50`, `1'234`. A single
 * point or comma separates decimals, unless only integers are allowed: then `1.000` is a thousand. With both, the last
 * one separates decimals. A repeated one groups digits.
 * @returns undefined if it isn't a number, or is out of range; null if the text is empty
 */
export function readNumber(text: string, { min, max, decimals }: NumberRange): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  if (!WRITTEN.test(typed)) return undefined;
  const plain = typed.replace(/[\s'’]/gu, '');
  const marks = plain.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  const isDecimal =
    last !== undefined &&
    marks.filter((mark) => mark === last).length === 1 &&
    (decimals > 0 || marks.length > 1);
  const cut = isDecimal ? plain.lastIndexOf(last) : plain.length;
  const whole = plain.slice(0, cut);
  const fraction = plain.slice(cut + 1);
  if (!isWellGrouped(whole) || fraction.length > decimals) return undefined;
  const value = Number(`${whole.replace(/[.,]/g, '') || '0'}.${fraction || '0'}`);
  return value >= min && value <= max ? value : undefined;
}

/** Whether the text has no separators, or every separator precedes a group of three digits. */
function isWellGrouped(whole: string): boolean {
  const groups = whole.split(/[.,]/);
  if (groups.length === 1) return true;
  const kinds = new Set(whole.match(/[.,]/g));
  return (
    kinds.size === 1 && groups.slice(1).every((group) => group.length === 3) && GROUPED.test(groups.join(''))
  );
}

/** Formats a number for editing, with the decimal separator of the language and without grouping: `0,075`. */
export function writeNumber(value: number, locale: string, decimals: number): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: decimals, useGrouping: false }).format(value);
}
