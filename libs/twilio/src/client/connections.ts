import * as http from 'node:http';
import * as https from 'node:https';
import type { Socket } from 'node:net';

/** Causes of our own; others are codes of the system, of TLS or of Node's HTTP parser. */
export const causes = {
  /** No connection was free in time. */
  noConnection: 'NO_FREE_CONNECTION',
  timedOut: 'ETIMEDOUT',
  /** This side aborted the request. */
  closed: 'CLOSED',
  /** The answer does not fit the request. */
  unreadable: 'UNREADABLE',
} as const;

/** A request without an answer. It contains nothing of the request, which carries the credentials. */
export class RequestFault extends Error {
  override readonly name = 'RequestFault';

  /** @param moment `before`: nothing of the request has left; `after`: some or all of it may have arrived */
  constructor(
    readonly moment: 'before' | 'after',
    readonly reason: string,
  ) {
    super(`${reason} ${moment} the request`);
  }
}

/** The answer of an HTTP server. */
export interface HttpAnswer {
  status: number;
  /** How long the server asks to wait (milliseconds); null: it does not. */
  retryAfterMs: number | null;
  /** The parsed JSON; undefined if it is invalid or incomplete. */
  body: unknown;
}

/** Limits of connections (milliseconds). */
export interface ConnectionTimes {
  /** How long the connection may take to be established, TLS included. */
  open: number;
  /** A connection that was idle for this long is not reused. */
  idle: number;
}

/**
 * Servers close idle connections after five seconds or more. A request over a connection that is being closed could not
 * be distinguished from a lost one.
 */
const connectionTimes: ConnectionTimes = { open: 5_000, idle: 4_000 };

export interface HttpRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** The connections of a process to one HTTP server, kept open between requests. Nothing is ever sent twice. */
export class Connections {
  private readonly agent: http.Agent;
  private readonly requests = new Set<OpenRequest>();
  private readonly start: typeof http.request;

  /** @param most the limit of connections at the same time */
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

  /** Aborts all requests and closes all connections. */
  close(): void {
    for (const open of this.requests) open.breakOff();
    this.agent.destroy();
  }
}

/** A request in flight, which knows whether any part of it may have left. */
class OpenRequest {
  /** Nothing leaves before the connection is established, its TLS included. */
  private stage: 'waiting' | 'opening' | 'open' = 'waiting';
  private whyBroken: string | null = null;
  private fail: (fault: RequestFault) => void = () => undefined;
  private readonly deadline: NodeJS.Timeout;
  private opening: NodeJS.Timeout | undefined;

  constructor(
    private readonly request: http.ClientRequest,
    timeoutMs: number,
    openingMs: number,
  ) {
    // A late error must have a listener, or it ends the process.
    request.on('error', () => undefined);
    request.once('socket', (socket) => this.watch(socket, openingMs));
    this.deadline = setTimeout(
      () => this.break(this.stage === 'waiting' ? causes.noConnection : causes.timedOut),
      timeoutMs,
    );
  }

  /** Resolves when the answer begins. @throws RequestFault */
  response(): Promise<http.IncomingMessage> {
    return new Promise((resolve, reject) => {
      this.fail = reject;
      this.request.once('response', resolve);
      this.request.once('error', (error: NodeJS.ErrnoException) => reject(this.faultOf(error)));
      this.request.once('close', () => reject(new RequestFault(this.moment, causes.unreadable)));
    });
  }

  breakOff(): void {
    this.break(causes.closed);
  }

  /** Ends the request after its answer was read. */
  end(): void {
    clearTimeout(this.deadline);
    clearTimeout(this.opening);
  }

  private watch(socket: Socket, openingMs: number): void {
    const secure = 'encrypted' in socket;
    if (this.request.reusedSocket || !socket.connecting) {
      this.stage = 'open';
      return;
    }
    this.stage = 'opening';
    this.opening = setTimeout(() => this.break(causes.timedOut), openingMs);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      this.stage = 'open';
      clearTimeout(this.opening);
    });
  }

  private break(why: string): void {
    this.whyBroken ??= why;
    this.request.destroy();
    // Node notifies a request that waits for a connection of its end only when it has one.
    if (this.stage === 'waiting') this.fail(new RequestFault(this.moment, this.whyBroken));
  }

  private get moment(): 'before' | 'after' {
    return this.stage === 'open' ? 'after' : 'before';
  }

  private faultOf({ code = causes.unreadable }: NodeJS.ErrnoException): RequestFault {
    return new RequestFault(this.moment, this.whyBroken ?? code);
  }
}

/**
 * The limit of an answer (bytes). Answers of Twilio have some kilobytes; a much longer one comes from another server.
 */
const MOST_BYTES = 256 * 1024;

/** Reads an answer to its end, or to where it is cut off. Never rejects. */
async function readAnswer(response: http.IncomingMessage): Promise<HttpAnswer> {
  return {
    status: response.statusCode ?? 0,
    retryAfterMs: retryAfter(response.headers['retry-after']),
    body: parsed(await text(response)),
  };
}

async function text(response: http.IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > MOST_BYTES) break;
      pieces.push(piece);
    }
  } catch {
    return '';
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

/** Parses seconds or a date, RFC 9110 §10.2.3. Returns milliseconds. */
function retryAfter(header: string | undefined): number | null {
  if (header === undefined) return null;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? null : Math.max(0, Math.ceil(wait));
}
