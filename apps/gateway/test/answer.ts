import type { IncomingHttpHeaders } from 'node:http';

/** What a request was answered. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body; undefined if there is none, or it is no JSON. */
  body: unknown;
}
