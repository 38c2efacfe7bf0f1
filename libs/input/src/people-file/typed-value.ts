import type { AttributeType } from '@carillon/contracts';
import { trimmedCell } from './cells';
import { type AttributeValue, contactLimits } from './read-contact';

/** How a file writes decimals: `3.5` or `3,5`. */
const decimalForms = ['point', 'comma'] as const;
/** The order of day, month, and year in a date: `2025-12-31`, `31.12.2025`, or `12/31/2025`. */
const dateForms = ['ymd', 'dmy', 'mdy'] as const;
export type ValueForm = (typeof decimalForms)[number] | (typeof dateForms)[number];

/** The forms of a type; none: it has only one. */
export function formsOf(type: AttributeType | undefined): readonly ValueForm[] {
  if (type === 'number') return decimalForms;
  return type === 'date' ? dateForms : [];
}

/**
 * The value with this type; a date is text, as `dateText` writes it. Undefined: it doesn't fit. Without a form, text is a
 * number or a date only if no form gives it another meaning.
 */
export function typedValue(
  value: AttributeValue,
  type: AttributeType,
  form?: ValueForm,
): AttributeValue | undefined {
  // A list with one text can have been a text before.
  const single = Array.isArray(value) && value.length === 1 ? (value[0] ?? '') : value;
  switch (type) {
    case 'text':
      return valueText(value);
    case 'number':
      return typeof single === 'string' ? numberOf(single, form) : numbersOnly(single);
    case 'boolean':
      return typeof single === 'boolean' ? single : booleanOf(single);
    case 'date':
      return typeof single === 'string' ? dateOf(single, form ?? 'ymd') : undefined;
    case 'list':
      return listOf(value);
  }
}

/** The value as one text. A list becomes its texts with commas, or JSON if a text contains a separator. */
export function valueText(value: AttributeValue): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return String(value);
  return value.every((each) => listItems(each).length === 1 && each === each.trim())
    ? value.join(', ')
    : JSON.stringify(value);
}

/** A date without time if it is midnight UTC; otherwise, ISO 8601. */
export function dateText(date: Date): string {
  const text = date.toISOString();
  return text.endsWith(MIDNIGHT) ? text.slice(0, -MIDNIGHT.length) : text;
}

const MIDNIGHT = 'T00:00:00.000Z';

function numbersOnly(value: AttributeValue): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Digits, in groups of thousands or without groups, with the decimals after a point. */
const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const pointGroups = /^[+-]?\d{1,3}(?:[, '’\u00a0\u202f]\d{3})+(?:\.\d+)?$/;
const commaGroups = /^[+-]?\d{1,3}(?:[. '’\u00a0\u202f]\d{3})+(?:,\d+)?$/;

function numberOf(value: string, form: ValueForm | undefined): number | undefined {
  const text = trimmedCell(value).replace('\u2212', '-');
  if (form === 'comma') {
    if (commaGroups.test(text)) return finite(text.replace(/[^\d,+-]/g, '').replace(',', '.'));
    return text.includes('.') ? undefined : numberOf(text.replace(',', '.'), undefined);
  }
  if (plainNumber.test(text)) return finite(text);
  return form === 'point' && pointGroups.test(text) ? finite(text.replace(/[^\d.+-]/g, '')) : undefined;
}

function finite(text: string): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** How files and people write yes and no. */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', '1', 'on', 'wahr', 'ja', 'j', 'vrai', 'oui', 'sí', 'si', 'sì', 'sim', 'tak'].map(
    (each) => [each, true] as const,
  ),
  ...['false', 'no', 'n', '0', 'off', 'falsch', 'nein', 'faux', 'non', 'não', 'nee', 'nie'].map(
    (each) => [each, false] as const,
  ),
]);

function booleanOf(value: AttributeValue): boolean | undefined {
  return Array.isArray(value) ? undefined : booleans.get(trimmedCell(String(value)).toLowerCase());
}

const time = '(?:[T ]+(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?\\s*(Z|[+-]\\d{2}:?\\d{2})?)?';
const separator = '\\s*[./-]\\s*';
const yearFirst = new RegExp(`^(\\d{4})${separator}(\\d{1,2})${separator}(\\d{1,2})${time}$`, 'i');
const yearLast = new RegExp(`^(\\d{1,2})${separator}(\\d{1,2})${separator}(\\d{4})${time}$`, 'i');

/** A date whose year has four digits. A time without a zone is UTC. */
function dateOf(value: string, form: ValueForm): string | undefined {
  const text = trimmedCell(value);
  const first = yearFirst.exec(text);
  if (first) return dateFrom(first[1], first[2], first[3], first);
  const last = form === 'ymd' ? null : yearLast.exec(text);
  if (!last) return undefined;
  return form === 'mdy'
    ? dateFrom(last[3], last[1], last[2], last)
    : dateFrom(last[3], last[2], last[1], last);
}

function dateFrom(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  [, , , , hour = '0', minute = '0', second = '0', fraction = '0', zone = 'Z']: RegExpExecArray,
): string | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const date = new Date(0);
  date.setUTCFullYear(y, m - 1, d);
  if (date.getUTCFullYear() !== y || date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d)
    return undefined;
  const [h, min, s] = [Number(hour), Number(minute), Number(second)];
  if (h > 23 || min > 59 || s > 59) return undefined;
  const ms = Math.trunc(Number(`0.${fraction}`) * 1_000);
  const shift = minutesOf(zone);
  const at = date.getTime() + ((h * 60 + min - shift) * 60 + s) * 1_000 + ms;
  // A zone must not lead to a year with more or fewer digits.
  const result = new Date(at);
  return Math.abs(shift) > 14 * 60 || result.getUTCFullYear() < 0 || result.getUTCFullYear() > 9_999
    ? undefined
    : dateText(result);
}

function minutesOf(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith('-') ? -minutes : minutes;
}

function listItems(text: string): string[] {
  return text
    .split(/[,;|\n]/)
    .map(trimmedCell)
    .filter((each) => each !== '');
}

function listOf(value: AttributeValue): string[] | undefined {
  if (Array.isArray(value)) return value;
  const items = typeof value === 'string' ? textsOf(value) : [String(value)];
  const fits =
    items.length <= contactLimits.list && items.every((each) => each.length <= contactLimits.listed);
  return fits ? items : undefined;
}

/** The texts of a list: JSON as `valueText` writes it, or texts between commas, semicolons, or bars. */
function textsOf(value: string): string[] {
  if (value.startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(value);
      if (Array.isArray(parsed) && parsed.every((each) => typeof each === 'string')) return parsed;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return listItems(value);
}

/** What the values of a column are. */
export interface GuessedColumn {
  type: AttributeType;
  form?: ValueForm;
  /** Whether the values exclude other forms of this type. */
  isCertain: boolean;
}

/** A number that is a name rather than an amount: with leading zeros, a plus sign, or many digits. */
const likeCode = /^(?:\+|0\d|\d{12})/;

/** Guesses the type of a column from values; blank ones don't count. Text if nothing else fits all of them. */
export function guessColumn(values: readonly string[]): GuessedColumn {
  const cells = values.map(trimmedCell).filter((each) => each !== '');
  const text: GuessedColumn = { type: 'text', isCertain: true };
  if (cells.length === 0) return text;
  const fits = (type: AttributeType, form?: ValueForm): boolean =>
    cells.every((each) => typedValue(each, type, form) !== undefined);
  const forms = dateForms.filter((form) => fits('date', form));
  const [form] = forms;
  if (form !== undefined) {
    // If the year comes first, the other forms accept the date, too.
    return { type: 'date', form, isCertain: form === 'ymd' || forms.length === 1 };
  }
  if (!cells.some((each) => likeCode.test(each))) {
    const isNumber = decimalForms.filter((each) => fits('number', each));
    const [decimal] = isNumber;
    if (decimal !== undefined) {
      // `1,234` is an amount in both forms; `1234` is the same amount in both.
      const differs = cells.some((each) => numberOf(each, 'point') !== numberOf(each, 'comma'));
      return { type: 'number', form: decimal, isCertain: isNumber.length === 1 || !differs };
    }
  }
  return fits('boolean') ? { type: 'boolean', isCertain: true } : text;
}
