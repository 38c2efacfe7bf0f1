import { STATUS_CODES, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';

/** A request as the routes see it. */
export interface Ask {
  readonly path: string;
  readonly query: URLSearchParams;
  /** Of a POST; empty otherwise. */
  readonly body: string;
  /** What the route's path names, such as the number of a message. */
  readonly parameter: string;
}

/** What a route answers; a function takes the connection over. */
export interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | Buffer | AsyncIterable<string> | ((response: ServerResponse) => void);
}

/** A request that cannot be served: becomes a problem (RFC 9457) under /api and a page elsewhere. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly headers: OutgoingHttpHeaders = {},
  ) {
    super(detail);
    this.name = 'Problem';
  }

  get title(): string {
    return STATUS_CODES[this.status] ?? 'Error';
  }
}

export function json(value: unknown): Answer {
  return { status: 200, headers: { 'content-type': JSON_TYPE }, body: JSON.stringify(value) };
}

/** JSON in pieces, for what would be too large to hold at once. */
export function jsonInPieces(body: AsyncIterable<string>): Answer {
  return { status: 200, headers: { 'content-type': JSON_TYPE }, body };
}

export function problemJson({ status, title, detail, headers }: Problem): Answer {
  return {
    status,
    headers: { ...headers, 'content-type': 'application/problem+json; charset=utf-8' },
    body: JSON.stringify({ type: 'about:blank', title, status, detail }),
  };
}

/** Something that stays the same as long as the process runs. */
export function asset(type: string, body: string): Answer {
  return {
    status: 200,
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' },
    body,
  };
}

const JSON_TYPE = 'application/json; charset=utf-8';
