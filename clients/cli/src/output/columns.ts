import { isJson } from '../api/api';
import { escaped } from './escape';

/** A column of a table. */
export interface Column<Row> {
  /** The key of its values, dotted for nested objects. */
  key: KeyOf<Row>;
  title?: string | undefined;
  /** The column may be shortened in a narrow terminal. IDs are never shortened, because people copy them. */
  isWide?: boolean;
  isNumber?: boolean;
  /** Returns the cell's text for a row; absent: the value is the text. */
  of?: (row: Row) => string;
}

/** The columns of a table, or only their keys if the defaults are sufficient. */
export type Columns<Row> = readonly (KeyOf<Row> | Column<Row>)[];

type KeyOf<Row> = { [K in keyof Row & string]: K | `${K}.${keyof NonNullable<Row[K]> & string}` }[keyof Row &
  string];

/** A column for text that may be long. */
export const wide = <const Key>(key: Key, title?: string) => ({ key, isWide: true, title });

/** A column for numbers. */
export const number = <const Key>(key: Key, title?: string) => ({ key, isNumber: true, title });

/** Returns a column with everything that the layout needs. */
export function laidOut<Row>(given: KeyOf<Row> | Column<Row>) {
  const column: Column<Row> = typeof given === 'string' ? { key: given } : given;
  const { key, title = titleOf(key), isWide = false, isNumber = false } = column;
  const { of = (row: Row) => (isNumber ? grouped : cell)(at(row, key)) } = column;
  return { title, isWide, isNumber, of };
}

/** Returns any value in one line, safe for a terminal. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'string') return escaped(shortTime(value));
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return escaped(value.join(', '));
  return escaped(JSON.stringify(value));
}

/** Formats 1234567 as 1,234,567. */
export function grouped(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en') : cell(value);
}

/** Formats a time of the API in UTC, to the second. */
function shortTime(text: string): string {
  const time = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.\d{3}Z$/.exec(text);
  return time ? `${time[1] ?? ''} ${time[2] ?? ''}Z` : text;
}

function at(row: unknown, key: string): unknown {
  return key.split('.').reduce((value, part) => (isJson(value) ? value[part] : undefined), row);
}

/** Returns LAST USED for lastUsedAt. */
function titleOf(key: string): string {
  const words = key
    .replace(/^_/, '')
    .replace(/(.)At$/, '$1')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  return words.replaceAll('.', ' ').toUpperCase();
}
