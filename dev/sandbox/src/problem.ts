import { STATUS_CODES } from 'node:http';

/** A request that cannot be served. It becomes a problem response (RFC 9457) under /api, and a page elsewhere. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
    this.name = 'Problem';
  }

  get title(): string {
    return STATUS_CODES[this.status] ?? 'Error';
  }
}
