import type { HttpAnswer } from './connections';

/** The fields of an object in JSON that a server sent, unvalidated. */
export type Fields = Readonly<Record<string, unknown>>;

const LONGEST_TEXT = 4_000;
const LONGEST_DETAIL = 300;

export function isSuccess({ status }: Pick<HttpAnswer, 'status'>): boolean {
  return status >= 200 && status < 300;
}

/** The fields of an object; none for anything else. */
export function fieldsIn(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** Empty if the value is no text. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : '';
}

/** A server's text on one line, cut to a length that can be shown. */
export function detailOf(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_DETAIL);
}
