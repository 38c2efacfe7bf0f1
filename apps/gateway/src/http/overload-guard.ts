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
/** The maximum total bytes of bodies in flight, as announced or received. */
const MAX_BYTES = 64 * MIB;
/** The size of the largest body that is held as a whole. */
const LARGEST_BODY = MIB;
/** The assumed size of an unannounced body, as long as no more has arrived. */
const UNANNOUNCED_BODY = 16 * KIB;
/** How often the received bytes of unannounced bodies are counted (milliseconds). */
const COUNT_EVERY_MS = 50;

/**
 * A body that has been arriving for longer (milliseconds) and more slowly (bytes per second) than this is cut off when
 * another request needs its place. Otherwise, slow clients without a key could block all other clients at no cost.
 */
const SOON_MS = 500;
const SLOW_BYTES_PER_S = 16 * KIB;

/** One log line covers all rejections in this time (milliseconds). */
const QUIET_MS = 10_000;

/**
 * The slot of a request in flight, with its start time (monotonic clock) and the bytes that its connection had received
 * by then.
 */
interface RequestSlot {
  bytes: number;
  /** Whether its size was not announced. */
  isGrowing: boolean;
  since: number;
  readBefore: number;
}

/** The event on the response to a request that no longer counts. */
const LET_GO = 'carillon:let-go';

/**
 * Stops counting a request whose body is passed on as it arrives, because it can arrive slowly, and none of it is held
 * in memory.
 */
export function letGo(response: ServerResponse): void {
  response.emit(LET_GO);
}

/** Admits a limited number of concurrent requests, counts refusals, and logs them occasionally. */
export function guardOverload(server: Server, most: number, log: Logger, metrics: Metrics): void {
  const refusals = metrics.counter(
    'carillon_http_turned_away_total',
    'Requests rejected because too many were in flight',
  );
  let loggedAt = -Infinity;
  const onRefusal = (): void => {
    refusals.inc();
    if (performance.now() - loggedAt < QUIET_MS) return;
    loggedAt = performance.now();
    log.warn({ most }, 'rejecting requests: too many are in flight');
  };
  new OverloadGuard(most, onRefusal).guard(server);
}

/**
 * Refuses requests while too many are in flight. It does so before any other work, so that nearly all time remains for
 * the admitted requests. Waiting requests would use memory, and their clients would eventually abandon them.
 */
class OverloadGuard {
  private readonly inFlight = new Map<ServerResponse, RequestSlot>();
  private bytes = 0;
  private counting: NodeJS.Timeout | null = null;

  /** Admits `most` requests whose responses have not begun. Calls `onRefusal` for each rejected one. */
  constructor(
    private readonly most: number,
    private readonly onRefusal: () => void,
  ) {}

  /** Runs before all handlers that the server already has. */
  guard(server: Server): void {
    const listeners = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      if (!this.admits(request, response)) this.refuse(request, response);
      else for (const listener of listeners) listener(request, response);
    });
  }

  private admits({ headers, socket }: IncomingMessage, response: ServerResponse): boolean {
    const isGrowing = headers['transfer-encoding'] !== undefined;
    const bytes = isGrowing ? UNANNOUNCED_BODY : announcedIn(headers);
    if (!this.hasRoom(bytes)) this.forgetBegun();
    if (!this.hasRoom(bytes)) this.cutSlow(bytes);
    if (!this.hasRoom(bytes)) return false;
    const since = performance.now();
    this.inFlight.set(response, { bytes, isGrowing, since, readBefore: socket.bytesRead });
    this.bytes += bytes;
    if (isGrowing) this.counting ??= setInterval(() => this.countArrived(), COUNT_EVERY_MS).unref();
    const forget = (): void => this.forget(response);
    response.once('close', forget).once(LET_GO, forget);
    return true;
  }

  private hasRoom(bytes: number): boolean {
    return this.inFlight.size < this.most && this.bytes + bytes <= MAX_BYTES;
  }

  /** Stops counting responses that have begun: they can last long, at the client's rate, and cost little. */
  private forgetBegun(): void {
    for (const response of this.inFlight.keys()) if (response.headersSent) this.forget(response);
  }

  /** Cuts off the oldest slow requests first, and no more than needed. */
  private cutSlow(needed: number): void {
    const now = performance.now();
    for (const [response, slot] of this.inFlight) {
      if (this.hasRoom(needed)) return;
      if (isSlow(response.req, slot, now)) this.cut(response);
    }
  }

  /**
   * Counts the received bytes of unannounced bodies. If the total is too large, cuts off bodies, starting with the slow
   * ones.
   */
  private countArrived(): void {
    const growing = [...this.inFlight].filter(([, { isGrowing }]) => isGrowing);
    for (const [{ req }, slot] of growing) {
      const arrived = Math.min(req.socket.bytesRead - slot.readBefore, LARGEST_BODY);
      this.bytes += Math.max(arrived - slot.bytes, 0);
      slot.bytes = Math.max(arrived, slot.bytes);
    }
    if (!this.hasRoom(0)) this.forgetBegun();
    if (this.bytes > MAX_BYTES) this.cutSlow(0);
    for (const [response] of growing) {
      if (this.bytes <= MAX_BYTES) break;
      if (!response.req.complete) this.cut(response);
    }
    if (growing.length > 0 || this.counting === null) return;
    clearInterval(this.counting);
    this.counting = null;
  }

  private cut(response: ServerResponse): void {
    this.forget(response);
    response.req.socket.destroy();
  }

  private forget(response: ServerResponse): void {
    this.bytes -= this.inFlight.get(response)?.bytes ?? 0;
    this.inFlight.delete(response);
  }

  private refuse({ headers }: IncomingMessage, response: ServerResponse): void {
    this.onRefusal();
    const requestId = requestIdOf(headers[REQUEST_ID_HEADER]);
    const error = new AppError('service_unavailable', 'The service is overloaded');
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

function isSlow(
  { complete, socket }: IncomingMessage,
  { since, readBefore }: RequestSlot,
  now: number,
): boolean {
  const ms = now - since;
  return !complete && ms > SOON_MS && (socket.bytesRead - readBefore) * 1_000 < SLOW_BYTES_PER_S * ms;
}

function announcedIn(headers: IncomingHttpHeaders): number {
  return Math.min(Number(headers['content-length'] ?? 0) || 0, LARGEST_BODY);
}
