import createClient, { type Client } from 'openapi-fetch';
import { CarillonError, isObject, parsed, refusal } from './error.ts';
import { follow } from './events.ts';
import type {
  FilePath,
  RequestArguments,
  Item,
  ListArguments,
  ListPath,
  OptionalArguments,
  Method,
  PathOf,
  RequestOptions,
  Schemas,
  UploadPath,
  Value,
} from './types.ts';
import { type FileSource, type Progress, isOnce, uploadRequest } from './upload.ts';
import { varied } from './varied.ts';

export interface Options {
  /** The address of the API: scheme, host, port, and the path of a proxy (if any), without `/api/v1`. */
  url: string | (() => string);
  /** The key of a user or an operator. A function is called before each request, to support key rotation. */
  key?: string | (() => string | Promise<string>) | undefined;
  /** Additional headers for each request. */
  headers?: (() => Record<string, string>) | undefined;
  /** The maximum number of retries after the first attempt (3). */
  retries?: number | undefined;
  /** The time within which a response must begin (milliseconds; 30,000). Uploads and streams have no limit. */
  timeout?: number | undefined;
  /** Called before each retry with the number of the failed attempt, starting with 1. */
  onRetry?: ((error: CarillonError, attempt: number) => void) | undefined;
  /** Aborts all requests of this client. */
  signal?: AbortSignal | undefined;
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Waits (milliseconds) before another attempt; rejects when the signal is aborted. */
  pause?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}

/** A file to upload, and its progress callback. */
export interface UploadOptions {
  file: FileSource;
  /** The media type of the file (`text/csv`). */
  type?: 'text/csv' | 'application/x-ndjson' | 'application/octet-stream' | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** A page of a list, and the cursor of the next one; null: there is none. */
export interface Page<T> {
  items: T[];
  next: string | null;
}

interface Sent {
  method: Method;
  path: string;
  given: object | undefined;
  accept?: string;
  headers?: Record<string, string | null>;
  upload?: UploadOptions;
}

/** The pauses before the second, third, and fourth attempt (milliseconds). Later attempts use the last pause. */
const PAUSES = [300, 1_000, 3_000] as const;
/** The longest wait that the API can request (milliseconds). If the API requests a longer wait, the request fails. */
const LONGEST_WAIT_MS = 60_000;
const TIMEOUT_MS = 30_000;
/** Statuses after which a request is repeated. */
const temporary = [429, 502, 503, 504];
/** The page size of lists: the API's maximum. */
const PAGE = 1_000;

/**
 * A client of the API. Paths are the paths in docs/api, without `/api/v1`. A method returns the data of its
 * operation. Requests are retried if a retry may help: GET, PATCH, and DELETE are idempotent, and each POST has an
 * idempotency key.
 */
export class Carillon {
  readonly #options: Options;
  readonly #client: Client<Record<string, never>>;

  constructor(options: Options) {
    this.#options = options;
    // A key is sent only to the URL that it was given for.
    this.#client = createClient({ ...(options.fetch && { fetch: options.fetch }), redirect: 'manual' });
  }

  /** @throws CarillonError, or the reason of an aborted signal, like all methods of this class */
  get<P extends PathOf<'get'>>(path: P, ...[given]: OptionalArguments<'get', P>): Promise<Value<'get', P>> {
    return this.#value({ method: 'get', path, given });
  }

  post<P extends PathOf<'post'>>(
    path: P,
    ...[given]: OptionalArguments<'post', P>
  ): Promise<Value<'post', P>> {
    return this.#value({ method: 'post', path, given });
  }

  patch<P extends PathOf<'patch'>>(path: P, given: RequestArguments<'patch', P>): Promise<Value<'patch', P>> {
    return this.#value({ method: 'patch', path, given });
  }

  delete<P extends PathOf<'delete'>>(
    path: P,
    given: RequestArguments<'delete', P>,
  ): Promise<Value<'delete', P>> {
    return this.#value({ method: 'delete', path, given });
  }

  /** Returns one page of a list, with 1,000 items unless `query.limit` is set. */
  async page<P extends ListPath>(path: P, ...[given]: OptionalArguments<'get', P>): Promise<Page<Item<P>>> {
    const query = { ...given?.query, limit: given?.query?.limit ?? PAGE, cursor: given?.query?.cursor };
    const sent = { method: 'get', path, given: { ...given, query } } as const;
    const { value, answered } = await this.#answer(sent, readJson);
    if (!Array.isArray(value)) throw unexpected(answered);
    return { items: value as Item<P>[], next: answered.headers.get('next-cursor') };
  }

  /** Yields the pages of a list, up to its end or `max` items. */
  async *pages<P extends ListPath>(
    path: P,
    ...[given, max = Infinity]: ListArguments<P>
  ): AsyncGenerator<Item<P>[], void> {
    let left = max;
    let cursor: string | null | undefined = given?.query?.cursor;
    do {
      const limit = Math.min(given?.query?.limit ?? PAGE, left);
      const query: object = { ...given?.query, limit, cursor: cursor ?? undefined };
      const { items, next } = await this.page(path, { ...given, query } as never);
      yield items;
      left -= items.length;
      cursor = next;
    } while (cursor !== null && left > 0);
  }

  /** Yields the items of a list one by one, up to its end or `max` items. */
  async *list<P extends ListPath>(path: P, ...given: ListArguments<P>): AsyncGenerator<Item<P>, void> {
    for await (const items of this.pages(path, ...given)) yield* items;
  }

  /** Returns a response that is a file, without reading its body. */
  async download<P extends FilePath>(path: P, given: RequestArguments<'get', P>): Promise<Response> {
    const { answered } = await this.#answer({ method: 'get', path, given, accept: '*/*' }, unread);
    return answered;
  }

  /** Sends a file. It is sent again after a failure, unless it can be read only once. */
  upload<P extends UploadPath>(
    path: P,
    given: Omit<RequestArguments<'post', P>, 'body'> & UploadOptions,
  ): Promise<Value<'post', P>> {
    return this.#value({ method: 'post', path, given, upload: given });
  }

  /**
   * Yields the reports of a campaign as they change. Stops when the campaign is sent, is canceled and has no queued
   * deliveries left, or is a draft.
   */
  reports(campaignId: string, options: Pick<RequestOptions, 'signal'> = {}) {
    const signal = this.#signal(options.signal);
    const given = { path: { id: campaignId }, signal };
    return follow<Schemas['Report']>({
      open: async (lastEventId) => {
        const headers = { 'last-event-id': lastEventId };
        const sent = { path: '/campaigns/{id}/events', given, accept: 'text/event-stream', headers };
        return (await this.#answer({ method: 'get', ...sent }, unread)).answered;
      },
      ask: () => this.get('/campaigns/{id}/report', given),
      event: 'report',
      isLast: isFinal,
      pause: (milliseconds) => this.#pause(milliseconds, signal),
      onRetry: (error, failures) => this.#options.onRetry?.(error, failures),
      signal,
    });
  }

  async #value<T>(sent: Sent): Promise<T> {
    const { value } = await this.#answer(sent, readJson);
    return value as T;
  }

  /** Sends a request, with retries, until a response arrives, and reads the response with `read`. */
  async #answer<T>(
    sent: Sent,
    read: (answered: Response) => Promise<T>,
  ): Promise<{ answered: Response; value: T }> {
    const { method, given, accept = 'application/json', upload } = sent;
    const { idempotencyKey, requestId, ...options }: RequestOptions = given ?? {};
    const signal = this.#signal(options.signal);
    const { url, key, retries = PAUSES.length, onRetry } = this.#options;
    const base = (typeof url === 'function' ? url() : url).replace(/\/+$/, '');
    const headers = {
      ...this.#options.headers?.(),
      ...sent.headers,
      accept,
      authorization: key === undefined ? null : bearer(typeof key === 'function' ? await key() : key),
      'x-request-id': requestId,
      'content-type': upload ? (upload.type ?? 'text/csv') : undefined,
      // All attempts of this request have the same key.
      'idempotency-key': method === 'post' ? (idempotencyKey ?? newIdempotencyKey()) : undefined,
    };
    const attempts = upload && isOnce(upload.file) ? 0 : retries;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answered = await this.#attempt(sent, base, headers, signal);
        return { answered, value: await read(answered) };
      } catch (error) {
        if (signal?.aborted || !(error instanceof CarillonError)) throw error;
        const pause = attempt > attempts ? null : pauseBeforeRetry(error, attempt);
        if (pause === null) throw error;
        onRetry?.(error, attempt);
        await this.#pause(pause, signal);
      }
    }
  }

  /** Returns a 2xx response without reading its body. */
  async #attempt(
    { method, path, given = {}, upload }: Sent,
    base: string,
    headers: object,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const { body, path: inPath, query }: { body?: unknown; path?: object; query?: object } = given;
    const { timeout = TIMEOUT_MS } = this.#options;
    const late = new AbortController();
    // An upload may take any time, and a response that has begun may continue.
    const timer = upload ? undefined : setTimeout(() => late.abort(), timeout);
    const over = AbortSignal.any(signal ? [signal, late.signal] : [late.signal]);
    const init = {
      baseUrl: `${base}/api/v1`,
      headers,
      params: { path: inPath, query },
      body,
      parseAs: 'stream',
      signal: over,
      ...(upload && uploadRequest(upload.file, over, upload.onProgress)),
    };
    try {
      signal?.throwIfAborted();
      const { response, error } = await this.#client.request(method, path as never, init as never);
      if (response.ok) return response;
      throw isRedirect(response) ? elsewhere(base, response) : refusal(response, error);
    } catch (error) {
      const isLate = late.signal.aborted;
      // This aborts what remains of the attempt, such as reading a file.
      late.abort();
      if (signal?.aborted || error instanceof CarillonError) throw error;
      const why = isLate ? 'no response in time' : causeOf(error);
      const code = isLate ? 'no_answer' : 'unreachable';
      throw new CarillonError(`${base} is unreachable: ${why}`, { code, cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  #signal(own: AbortSignal | undefined): AbortSignal | undefined {
    const { signal } = this.#options;
    return signal && own ? AbortSignal.any([signal, own]) : (own ?? signal);
  }

  #pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    return (this.#options.pause ?? pause)(milliseconds, signal);
  }
}

/**
 * Returns the pause before another attempt (milliseconds); null if another attempt would not help.
 * @param attempt the number of attempts so far
 */
function pauseBeforeRetry({ status, code, retryAfter }: CarillonError, attempt: number): number | null {
  const own = varied(PAUSES[attempt - 1] ?? PAUSES[2]);
  if (code === 'unreachable' || code === 'no_answer' || code === 'broken_answer') return own;
  // An earlier attempt of this request may still be running.
  const isTemporary = temporary.includes(status ?? 0) || code === 'idempotency_in_progress';
  const asked = (retryAfter ?? 0) * 1_000;
  return isTemporary && asked <= LONGEST_WAIT_MS ? Math.max(own, asked) : null;
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** Returns the value of `{"data": {"<operation>": …}}`. */
async function readJson(answered: Response): Promise<unknown> {
  const text = await answered.text().catch((error: unknown) => {
    const { headers } = answered;
    throw new CarillonError(`The response was interrupted: ${String(error)}`, {
      code: 'broken_answer',
      headers,
      cause: error,
    });
  });
  const body = parsed(text);
  const value = isObject(body) && isObject(body.data) ? Object.values(body.data)[0] : undefined;
  if (value === undefined) throw unexpected(answered);
  return value;
}

/** Leaves the body to the caller. */
function unread(): Promise<void> {
  return Promise.resolve();
}

function unexpected({ status, headers }: Response): CarillonError {
  const message = 'Unexpected response format';
  return new CarillonError(message, { code: 'unexpected_answer', status, headers });
}

function isRedirect({ status, type }: Response): boolean {
  return (status >= 300 && status < 400) || type === 'opaqueredirect';
}

function elsewhere(base: string, { status, headers }: Response): CarillonError {
  const message = `${base} responds with a redirect. The API has another URL`;
  return new CarillonError(message, { code: 'unexpected_answer', status: status || 302, headers });
}

/** @throws TypeError, without the key in its message */
function bearer(key: string): string {
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new TypeError('An API key can contain only printable ASCII characters');
  return `Bearer ${key}`;
}

/** A random idempotency key of 36 characters. crypto.randomUUID is missing in pages without https. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns why no request succeeded: the cause behind fetch's 'fetch failed'. */
function causeOf(error: unknown): string {
  const { cause, errors, code, message } = error as Partial<Record<string, unknown>>;
  if (cause) return causeOf(cause);
  // The list has one error for each address of the host.
  if (Array.isArray(errors) && errors.length > 0) return causeOf(errors[0]);
  return code === 'ECONNREFUSED' ? 'connection refused' : String(message ?? code ?? error);
}

/** Whether a report is the final one of its campaign, except for later provider reports. */
export function isFinal({
  status,
  states,
}: {
  status?: Schemas['Report']['status'] | undefined;
  states?: { QUEUED?: number | undefined } | undefined;
}): boolean {
  if (status === 'CANCELLED') return !states?.QUEUED;
  return status === 'SENT' || status === 'DRAFT';
}
