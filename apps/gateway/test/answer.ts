import type { IncomingHttpHeaders } from 'node:http';

/** The response to a request. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body. Undefined: the response has no body, or it isn't JSON. */
  body: unknown;
}
