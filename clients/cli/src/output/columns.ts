import { isJson } from '../api/api';
import { escaped } from './escape';

/** A column of a table. */
export interface Column<Row> {
  /** Of its values, dotted for objects in objects. */
  key: KeyOf<Row>;
  title?: string | undefined;
  /** May be cut where the terminal is narrow; ids may not, people copy them. */
  isWide?: boolean;
  isNumber?: boolean;
  /** What stands there for a row, if it is not the value. */
  of?: (row: Row) => string;
}

/** The columns of a table, or their keys where there is no more to say. */
export type Columns<Row> = readonly (KeyOf<Row> | Column<Row>)[];

type KeyOf<Row> = { [K in keyof Row & string]: K | `${K}.${keyof NonNullable<Row[K]> & string}` }[keyof Row &
  string];

/** A column for text that may be long. */
export const wide = <const Key>(key: Key, title?: string) => ({ key, isWide: true, title });

/** A column for numbers. */
export const number = <const Key>(key: Key, title?: string) => ({ key, isNumber: true, title });

/** A column with all that is needed to lay it out. */
export function laidOut<Row>(given: KeyOf<Row> | Column<Row>) {
  const column: Column<Row> = typeof given === 'string' ? { key: given } : given;
  const { key, title = titleOf(key), isWide = false, isNumber = false } = column;
  const { of = (row: Row) => (isNumber ? grouped : cell)(at(row, key)) } = column;
  return { title, isWide, isNumber, of };
}

/** Any value in one line, safe for a terminal. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'string') return escaped(shortTime(value));
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return escaped(value.join(', '));
  return escaped(JSON.stringify(value));
}

/** 1234567 as 1,234,567. */
export function grouped(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en') : cell(value);
}

/** A time of the API's in UTC without what nobody reads. */
function shortTime(text: string): string {
  const time = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.\d{3}Z$/.exec(text);
  return time ? `${time[1] ?? ''} ${time[2] ?? ''}Z` : text;
}

function at(row: unknown, key: string): unknown {
  return key.split('.').reduce((value, part) => (isJson(value) ? value[part] : undefined), row);
}

/** LAST USED for lastUsedAt. */
function titleOf(key: string): string {
  const words = key
    .replace(/^_/, '')
    .replace(/(.)At$/, '$1')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  return words.replaceAll('.', ' ').toUpperCase();
}
