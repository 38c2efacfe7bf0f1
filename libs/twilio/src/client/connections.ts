import * as http from 'node:http';
import * as https from 'node:https';
import { type HttpAnswer, readAnswer } from './http-answer';
import { OpenRequest } from './open-request';

/** Times of connections (milliseconds). */
export interface ConnectionTimes {
  /** Until there is one, TLS included. */
  open: number;
  /** One that was idle for so long is not used again. */
  idle: number;
}

/**
 * Servers close idle connections after five seconds or more: a request over one that is just being closed could not be told
 * from one that was lost.
 */
const connectionTimes: ConnectionTimes = { open: 5_000, idle: 4_000 };

export interface HttpRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** The connections of a process with one HTTP server, kept open between requests. Nothing is ever sent twice. */
export class Connections {
  private readonly agent: http.Agent;
  private readonly requests = new Set<OpenRequest>();
  private readonly start: typeof http.request;

  /** @param most how many there are at the same time */
  constructor(
    private readonly server: URL,
    most: number,
    private readonly times: ConnectionTimes = connectionTimes,
  ) {
    const isSecure = server.protocol === 'https:';
    const options = {
      keepAlive: true,
      maxSockets: most,
      maxFreeSockets: most,
      timeout: times.idle,
    };
    this.agent = isSecure ? new https.Agent(options) : new http.Agent(options);
    this.start = isSecure ? https.request : http.request;
  }

  /** @throws RequestFault if there is no answer within `timeoutMs` */
  async request({ method, path, headers, body }: HttpRequest, timeoutMs: number): Promise<HttpAnswer> {
    const url = new URL(this.server.pathname.replace(/\/$/, '') + path, this.server);
    const length = body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const request = this.start(url, { method, headers: { ...headers, ...length }, agent: this.agent });
    const open = new OpenRequest(request, timeoutMs, this.times.open);
    this.requests.add(open);
    try {
      request.end(body ?? undefined);
      return await readAnswer(await open.response());
    } finally {
      this.requests.delete(open);
      open.end();
    }
  }

  /** Breaks off all requests and lets go of all connections. */
  close(): void {
    for (const open of this.requests) open.breakOff();
    this.agent.destroy();
  }
}
