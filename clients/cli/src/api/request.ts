import type { Readable } from 'node:stream';

/** What is asked of the API; `path` begins behind `/api/v1`. */
export interface Request {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Query;
  body?: object;
  accept?: string;
  upload?: Upload;
}

/** A body that is no JSON, opened anew for each try. */
export interface Upload {
  type: string;
  open: () => Readable;
  /** What was piped in is gone after one try. */
  isOnce: boolean;
}

/** What is undefined is left out. */
export type Query = Record<string, string | number | undefined>;

/** The path of a request with its query. */
export function target({ path, query = {} }: Request): string {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
}

/** A path of fixed words and of values, which are encoded: pathOf`/groups/${id}/export`. */
export function pathOf(words: TemplateStringsArray, ...values: string[]): string {
  return words.reduce((path, word, n) => path + encodeURIComponent(values[n - 1] ?? '') + word);
}
