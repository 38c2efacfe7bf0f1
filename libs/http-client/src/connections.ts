import * as http from 'node:http';
import * as https from 'node:https';
import { type LookupFunction, type Socket, isIP } from 'node:net';
import { isPublicAddress, publicLookup } from '@carillon/address';

/** Carillon's own causes. Other causes are codes of the system, of TLS, or of Node's HTTP parser. */
export const causes = {
  /** No connection was free in time. */
  noConnection: 'NO_FREE_CONNECTION',
  timedOut: 'ETIMEDOUT',
  /** This side aborted the request. */
  closed: 'CLOSED',
  /** The response does not match the request. */
  unreadable: 'UNREADABLE',
  /** The server is not on the public internet. */
  notAllowed: 'HOST_NOT_ALLOWED',
} as const;

/** A request without a response. The error contains no part of the request, which contains the credentials. */
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

/** The response of an HTTP server. */
export interface HttpAnswer {
  status: number;
  /** The wait time that the server requests (milliseconds); null: none. */
  retryAfterMs: number | null;
  headers: Readonly<http.IncomingHttpHeaders>;
  /** The parsed JSON; undefined if it is invalid or incomplete. */
  body: unknown;
}

/** Limits of connections (milliseconds). */
export interface ConnectionTimes {
  /** The time limit for establishing a connection, including TLS. */
  open: number;
  /** A connection is not reused after this idle time. */
  idle: number;
}

/**
 * Servers close idle connections after five seconds or more. A request over a connection that is being closed could not
 * be distinguished from a lost request.
 */
const connectionTimes: ConnectionTimes = { open: 5_000, idle: 4_000 };

export interface HttpRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: string | null;
}

/** Where the servers may be: `anywhere` for servers that the operator names. In tests, a lookup stands in for DNS. */
export type Reach = 'anywhere' | 'internet' | LookupFunction;

/**
 * The connections of a process to HTTP servers, kept open between requests. No request is ever sent twice, and no
 * redirect is followed. Each connection uses exactly the address that was checked.
 */
export class Connections {
  private readonly plain: http.Agent;
  private readonly secure: https.Agent;
  private readonly requests = new Set<OpenRequest>();
  private readonly lookup: LookupFunction | undefined;

  /** @param most the limit of connections with one server at the same time */
  constructor(
    most: number,
    private readonly reach: Reach = 'anywhere',
    private readonly times: ConnectionTimes = connectionTimes,
  ) {
    this.lookup = reach === 'anywhere' ? undefined : reach === 'internet' ? publicLookup() : reach;
    const options = {
      keepAlive: true,
      maxSockets: most,
      maxFreeSockets: most,
      timeout: times.idle,
    };
    this.plain = new http.Agent(options);
    this.secure = new https.Agent(options);
  }

  /** @throws RequestFault if there is no response within `timeoutMs` */
  async request({ method, url, headers, body }: HttpRequest, timeoutMs: number): Promise<HttpAnswer> {
    if (!this.mayReach(url)) throw new RequestFault('before', causes.notAllowed);
    const length = body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const isSecure = url.protocol === 'https:';
    const request = (isSecure ? https : http).request(url, {
      method,
      headers: { ...headers, ...length },
      agent: isSecure ? this.secure : this.plain,
      ...(this.lookup && { lookup: this.lookup }),
    });
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
    this.plain.destroy();
    this.secure.destroy();
  }

  /**
   * Addresses are checked here, because they are not looked up; names are checked by the addresses that they resolve
   * to.
   */
  private mayReach(url: URL): boolean {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return this.reach === 'anywhere' || isIP(host) === 0 || isPublicAddress(host);
  }
}

/** A request in flight, which knows whether any part of it may have left. */
class OpenRequest {
  /** No data is sent before the connection is established, including TLS. */
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
    // A late error without a listener would end the process.
    request.on('error', () => undefined);
    request.once('socket', (socket) => this.watch(socket, openingMs));
    this.deadline = setTimeout(
      () => this.break(this.stage === 'waiting' ? causes.noConnection : causes.timedOut),
      timeoutMs,
    );
  }

  /** Resolves when the response begins. @throws RequestFault */
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

  /** Ends the request after its response was read. */
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
    // Node reports the end of a request that waits for a connection only after the request has one.
    if (this.stage === 'waiting') this.fail(new RequestFault(this.moment, this.whyBroken));
  }

  private get moment(): 'before' | 'after' {
    return this.stage === 'open' ? 'after' : 'before';
  }

  private faultOf({ code = causes.unreadable }: NodeJS.ErrnoException): RequestFault {
    return new RequestFault(this.moment, this.whyBroken ?? code);
  }
}

/** The size limit of a response (bytes). Responses have some kilobytes; a much longer one comes from another server. */
const MOST_BYTES = 256 * 1024;

/** Reads a response to its end, or to the point where it is cut off. Never rejects. */
async function readAnswer(response: http.IncomingMessage): Promise<HttpAnswer> {
  return {
    status: response.statusCode ?? 0,
    retryAfterMs: retryAfter(response.headers['retry-after']),
    headers: response.headers,
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
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const at = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil(at - Date.now()));
}
