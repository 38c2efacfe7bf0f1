import type { IncomingHttpHeaders } from 'node:http';

/** The answer to a request. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body; undefined if there is none, or it isn't JSON. */
  body: unknown;
}
