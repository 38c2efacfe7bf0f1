import { type Json, isJson } from '../api/json';
import { escaped } from './escape';

/** A column of a table: its title and what stands in it for a row. */
export interface Column {
  title: string;
  of: (row: Json) => string;
  align?: 'left' | 'right';
  /** May be cut where the terminal is narrow. Ids may not: people copy them. */
  flexible?: boolean;
}

/** A column for the value at a key, dotted for objects in objects. */
export function column(key: string, more: Partial<Column> = {}): Column {
  return { title: titleOf(key), of: (row) => cell(at(row, key)), ...more };
}

/** A column for text that may be long. */
export function wide(key: string, more: Partial<Column> = {}): Column {
  return column(key, { flexible: true, ...more });
}

/** A column for numbers. */
export function number(key: string, more: Partial<Column> = {}): Column {
  return column(key, { align: 'right', of: (row) => grouped(at(row, key)), ...more });
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

function at(row: Json, key: string): unknown {
  return key.split('.').reduce<unknown>((value, part) => (isJson(value) ? value[part] : undefined), row);
}

/** LAST USED for lastUsedAt. */
function titleOf(key: string): string {
  const words = key
    .replace(/^_/, '')
    .replace(/(.)At$/, '$1')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  return words.replaceAll('.', ' ').toUpperCase();
}
