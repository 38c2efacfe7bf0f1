import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  Server,
  ServerResponse,
} from 'node:http';
import { AppError } from '@carillon/contracts';
import type { Logger, Metrics } from '@carillon/platform';
import { PROBLEM_TYPE, problemHeaders, problemOf } from './problems/problem';
import { REQUEST_ID_HEADER, requestIdOf } from './request-id';

const KIB = 1024;
const MIB = 1024 * KIB;
/** What bodies may come to that are in flight together, as announced. */
const MAX_BYTES = 64 * MIB;
/** No body is held whole that is larger; one that does not say how large it is may be so large. */
const LARGEST_BODY = MIB;

/**
 * A body that has been arriving for longer (milliseconds) and still more slowly (bytes a second) loses its place when another
 * request needs one: who keeps us waiting would otherwise shut everybody out, at no cost and without a key.
 */
const SOON_MS = 500;
const SLOW_BYTES_PER_S = 16 * KIB;

/** A line in the log stands for all that were turned away in so many milliseconds after it. */
const QUIET_MS = 10_000;

/** What a request in flight takes, and since when: by our monotonic clock, and by what its connection had brought before. */
interface Place {
  bytes: number;
  since: number;
  readBefore: number;
}

/** Tells the overload guard, on the answer to a request, that it need not count it any more. */
const LET_GO = 'carillon:let-go';

/** What comes is handed on from now on: it may come for long, and slowly, and none of it is held. */
export function letGo(response: ServerResponse): void {
  response.emit(LET_GO);
}

/** Lets so many requests in at once, counts those that it turns away, and says so in the log now and then. */
export function guardOverload(server: Server, most: number, log: Logger, metrics: Metrics): void {
  const refusals = metrics.counter(
    'carillon_http_turned_away_total',
    'Requests that came while too many were in flight',
  );
  let saidAt = -Infinity;
  const onRefusal = (): void => {
    refusals.inc();
    if (performance.now() - saidAt < QUIET_MS) return;
    saidAt = performance.now();
    log.warn({ most }, 'requests are turned away: too many are in flight');
  };
  new OverloadGuard(most, onRefusal).guard(server);
}

/**
 * Turns requests away while there are too many in flight already: before anything else is done for them, so that nearly all time
 * is left for those that were let in. What waits costs memory, and is given up by its client in the end.
 */
class OverloadGuard {
  private readonly inFlight = new Map<ServerResponse, Place>();
  private bytes = 0;

  /** `most` requests whose answers have not begun; `onRefusal` hears of each that is turned away. */
  constructor(
    private readonly most: number,
    private readonly onRefusal: () => void,
  ) {}

  /** Stands before all that the server does with requests so far. */
  guard(server: Server): void {
    const listeners = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      if (!this.admits(request, response)) this.refuse(request, response);
      else for (const listener of listeners) listener(request, response);
    });
  }

  private admits({ headers, socket }: IncomingMessage, response: ServerResponse): boolean {
    const bytes = bytesOf(headers);
    if (!this.hasRoom(bytes)) this.forgetBegun();
    if (!this.hasRoom(bytes)) this.cutSlow(bytes);
    if (!this.hasRoom(bytes)) return false;
    this.inFlight.set(response, { bytes, since: performance.now(), readBefore: socket.bytesRead });
    this.bytes += bytes;
    const forget = (): void => this.forget(response);
    response.once('close', forget).once(LET_GO, forget);
    return true;
  }

  private hasRoom(bytes: number): boolean {
    return this.inFlight.size < this.most && this.bytes + bytes <= MAX_BYTES;
  }

  /** An answer that has begun may go on for long, at its client's pace, and asks little of anybody. */
  private forgetBegun(): void {
    for (const response of this.inFlight.keys()) if (response.headersSent) this.forget(response);
  }

  /** Those that came first are the first to go, and no more of them than must. */
  private cutSlow(needed: number): void {
    const now = performance.now();
    for (const [response, place] of this.inFlight) {
      if (this.hasRoom(needed)) return;
      if (!isSlow(response.req, place, now)) continue;
      this.forget(response);
      response.req.socket.destroy();
    }
  }

  private forget(response: ServerResponse): void {
    this.bytes -= this.inFlight.get(response)?.bytes ?? 0;
    this.inFlight.delete(response);
  }

  private refuse({ headers }: IncomingMessage, response: ServerResponse): void {
    this.onRefusal();
    const requestId = requestIdOf(headers[REQUEST_ID_HEADER]);
    const error = new AppError('service_unavailable', 'There is too much to do at the moment');
    const problem = problemOf(error, requestId);
    const body = Buffer.from(JSON.stringify(problem));
    const own = {
      'content-type': PROBLEM_TYPE,
      'content-length': body.length,
      [REQUEST_ID_HEADER]: requestId,
    };
    response.writeHead(problem.status, { ...problemHeaders(error), ...own }).end(body);
  }
}

function isSlow({ complete, socket }: IncomingMessage, { since, readBefore }: Place, now: number): boolean {
  const ms = now - since;
  return !complete && ms > SOON_MS && (socket.bytesRead - readBefore) * 1_000 < SLOW_BYTES_PER_S * ms;
}

function bytesOf(headers: IncomingHttpHeaders): number {
  if (headers['transfer-encoding'] !== undefined) return LARGEST_BODY;
  return Math.min(Number(headers['content-length'] ?? 0) || 0, LARGEST_BODY);
}
