import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import createClient, {
  type Client,
  type ClientPathsWithMethod,
  type MethodResponse,
  type RequestBodyOption,
} from 'openapi-fetch';
import { type ExitCode, Failure, Refusal, Unreachable, exitCodes } from '../failures';
import type { World } from '../world';
import type { components, paths } from './schema';

export type Json = Record<string, unknown>;

/** The objects of the API by name; docs/api.md. */
export type Schemas = components['schemas'];

/** An answer. All fields are optional: a gateway of another version may leave any of them out. */
export type Answer<T> = T extends (infer Item)[]
  ? Answer<Item>[]
  : T extends object
    ? { [K in keyof T]?: Answer<T[K]> | undefined }
    : T;

/** Input: optional fields may also be undefined. */
type Lenient<T> = T extends readonly unknown[]
  ? T
  : { [K in keyof T]: Lenient<T[K]> | (object extends Pick<T, K> ? undefined : never) };

/** The operations, by their path after `/api/v1`. */
type Paths = { [P in keyof paths as P extends `/api/v1${infer Path}` ? Path : never]: paths[P] };
type Method = 'get' | 'post' | 'patch' | 'delete';
type PathsOf<M extends Method> = ClientPathsWithMethod<Client<Paths>, M>;
type Operation<M extends Method, P extends PathsOf<M>> = NonNullable<Paths[P][M]>;

/**
 * `{ path, query, body }`, as far as the operation has them. With fetch, GET has no body, though the API accepts one.
 */
type Given<M extends Method, P extends PathsOf<M>> = Lenient<
  Operation<M, P>['parameters'] & (M extends 'get' ? unknown : RequestBodyOption<Operation<M, P>>)
>;
type MaybeGiven<G> = object extends G ? [given?: G] : [given: G];

/** `{"data": {"<operation>": …}}`: the value of the operation. */
type Value<M extends Method, P extends PathsOf<M>> = Under<MethodResponse<Client<Paths>, M, P>>;
type Under<Body> = Body extends { data: infer Data } ? Answer<Data[keyof Data]> : never;
type Item<P extends PathsOf<'get'>> = Value<'get', P> extends (infer Row extends object)[] ? Row : never;

/** The address of the API, and the key. */
export interface Access {
  /** Scheme, host and port, without a trailing slash. */
  url: string;
  key: string;
}

/** A body that is not JSON, opened again for each attempt. */
export interface Upload {
  type: string;
  open: () => Readable;
  /** Whether it can be read only once, as standard input. */
  isOnce: boolean;
}

interface Request {
  method: Method;
  path: string;
  given?: { path?: object | undefined; query?: object | undefined; body?: unknown } | undefined;
  accept?: string;
  upload?: Upload;
}

/**
 * The timeout of an answer (milliseconds). The gateway answers within seconds, even if its services are unavailable.
 */
const ANSWER_MS = 30_000;
/** The page size: the API's maximum. */
const PAGE = 1_000;

/** The API for commands: returns the value of each operation, and retries where that helps. */
export class Api {
  private readonly client: Client<Paths>;

  /** @param note reports why a request takes longer */
  constructor(
    private readonly access: () => Access,
    private readonly world: Pick<World, 'fetch' | 'pause' | 'signal'>,
    private readonly note: (text: string) => void,
  ) {
    this.client = createClient<Paths>({ fetch: world.fetch, redirect: 'manual' });
  }

  get<P extends PathsOf<'get'>>(path: P, ...[given]: MaybeGiven<Given<'get', P>>) {
    return this.object<Value<'get', P>>({ method: 'get', path, given });
  }

  post<P extends PathsOf<'post'>>(path: P, ...[given]: MaybeGiven<Given<'post', P>>) {
    return this.object<Value<'post', P>>({ method: 'post', path, given });
  }

  patch<P extends PathsOf<'patch'>>(path: P, given: Given<'patch', P>) {
    return this.object<Value<'patch', P>>({ method: 'patch', path, given });
  }

  delete<P extends PathsOf<'delete'>>(path: P, given: Given<'delete', P>) {
    return this.object<Value<'delete', P>>({ method: 'delete', path, given });
  }

  upload<P extends PathsOf<'post'>>(path: P, given: Omit<Given<'post', P>, 'body'>, upload: Upload) {
    return this.object<Value<'post', P>>({ method: 'post', path, given, upload });
  }

  /** Returns an answer that is not JSON, with its body unread. */
  open<P extends PathsOf<'get'>>(path: P, given: Given<'get', P>, accept = '*/*'): Promise<Response> {
    return this.send({ method: 'get', path, given, accept });
  }

  /** Yields the pages of a list, to its end or to `limit` items. */
  async *pages<P extends PathsOf<'get'>>(
    path: P,
    given: Given<'get', P>,
    limit = Infinity,
  ): AsyncGenerator<Item<P>[], void> {
    let cursor: string | null = null;
    let left = limit;
    do {
      const query = { ...given.query, limit: Math.min(PAGE, left), cursor };
      const answered = await this.send({ method: 'get', path, given: { ...given, query } });
      const items = await valueOf(answered);
      if (!Array.isArray(items)) throw strange();
      yield items.filter(isJson) as Item<P>[];
      left -= items.length;
      cursor = answered.headers.get('next-cursor');
    } while (cursor !== null && left > 0);
  }

  private async object<T>(request: Request): Promise<T> {
    const value = await valueOf(await this.send(request));
    if (!isJson(value)) throw strange();
    return value as T;
  }

  /**
   * @returns an answer of 2xx, with its body unread
   * @throws ApiProblem, Unreachable
   */
  private async send(request: Request): Promise<Response> {
    const { method, accept = 'application/json', upload } = request;
    const headers = {
      authorization: `Bearer ${this.access().key}`,
      accept,
      ...(upload && { 'content-type': upload.type }),
      // The same for all attempts of this request.
      ...(method === 'post' && { 'idempotency-key': randomUUID() }),
    };
    for (let attempt = 1; ; attempt += 1) {
      const answered = await this.once(request, headers);
      if (answered instanceof Response) return answered;
      const pause = upload?.isOnce ? null : pauseBeforeRetry(answered, attempt);
      if (pause === null) throw answered;
      if (attempt === 1) this.note(`${answered.message}; trying again`);
      await this.world.pause(pause, this.world.signal);
    }
  }

  /** @throws the signal's reason if the user interrupts */
  private async once(
    { method, path, given = {}, upload }: Request,
    headers: Record<string, string>,
  ): Promise<Response | ApiProblem | Unreachable> {
    const { url } = this.access();
    const { body, ...params } = given;
    const late = new AbortController();
    // An upload may take any time; an answer that has begun may continue.
    const timer = upload ? undefined : setTimeout(() => late.abort(), ANSWER_MS);
    const init = {
      baseUrl: `${url}/api/v1`,
      headers,
      params,
      body,
      parseAs: 'stream',
      signal: AbortSignal.any([this.world.signal, late.signal]),
      ...(upload && { body: Readable.toWeb(upload.open()), bodySerializer: asIs, duplex: 'half' }),
    };
    try {
      const { response, error } = await this.client.request(method, path as never, init as never);
      if (response.status >= 300 && response.status < 400)
        throw new Refusal(`${url} answers with a redirect, so this is not where the API is`);
      return response.ok ? response : new ApiProblem(response, error);
    } catch (error) {
      if (this.world.signal.aborted || error instanceof Refusal) throw error;
      const why = late.signal.aborted ? 'no answer in time' : causeOf(error);
      return new Unreachable(`${url} cannot be reached: ${why}`);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** A refusal by the API. The message is its detail; `body` is the whole problem document (RFC 9457), if it is one. */
export class ApiProblem extends Failure {
  readonly exitCode: ExitCode;
  readonly status: number;
  /** When another attempt may succeed (seconds). */
  readonly retryAfter: number;
  readonly body: Answer<Schemas['Problem']>;

  /** @param body may come from a proxy before the gateway */
  constructor({ status, headers }: Response, body: unknown) {
    const problem: Answer<Schemas['Problem']> = isJson(body) && typeof body.code === 'string' ? body : {};
    super(problem.detail ?? problem.title ?? `The answer was ${status}, and not in the form of this API`);
    this.status = status;
    this.body = problem;
    this.retryAfter = Number(/^\d{1,6}$/.exec(headers.get('retry-after') ?? '')?.[0] ?? 0);
    // An error that another attempt may overcome is not a refusal.
    this.exitCode = status === 429 || status >= 500 ? exitCodes.unreachable : exitCodes.refused;
  }
}

/** Pauses before the second, third… attempt (milliseconds). */
const pauses = [300, 1_000, 3_000];
/** The longest wait that the API may ask for (milliseconds); beyond it the command ends with an error. */
const LONGEST_WAIT_MS = 60_000;
/** Statuses after which the request is repeated. */
const temporary = [429, 502, 503, 504];

/**
 * Returns the pause before another attempt (milliseconds); null if there is none. Every request may be repeated: POST
 * carries an Idempotency-Key, and the other methods are idempotent.
 * @param attempt the number of attempts so far
 */
function pauseBeforeRetry(failure: ApiProblem | Unreachable, attempt: number): number | null {
  const own = pauses[attempt - 1] ?? null;
  if (own === null || !(failure instanceof ApiProblem)) return own;
  // An earlier attempt of this request may still be running.
  const isTemporary = temporary.includes(failure.status) || failure.body.code === 'idempotency_in_progress';
  const asked = failure.retryAfter * 1_000;
  return isTemporary && asked <= LONGEST_WAIT_MS ? Math.max(own, asked) : null;
}

/** Returns the value of `{"data": {"<operation>": …}}`. */
async function valueOf(answered: Response): Promise<unknown> {
  let body: unknown;
  try {
    body = await answered.json();
  } catch (error) {
    if (error instanceof SyntaxError) throw strange();
    throw new Unreachable(`The answer broke off: ${String(error)}`);
  }
  return isJson(body) && isJson(body.data) ? Object.values(body.data)[0] : undefined;
}

function strange(): Failure {
  return new Unreachable('The answer has not the form of this API');
}

/** Returns why no request got through: the cause behind fetch's 'fetch failed'. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof AggregateError) return causeOf(cause.errors[0]);
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return code === 'ECONNREFUSED' ? 'nothing listens there' : String(message ?? code ?? error);
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asIs<T>(body: T): T {
  return body;
}
