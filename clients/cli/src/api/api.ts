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

/** What the API takes and gives, by name; docs/api.md. */
export type Schemas = components['schemas'];

/** What is answered. Nothing is taken for granted of it: a gateway of another version may leave anything out. */
export type Answer<T> = T extends (infer Item)[]
  ? Answer<Item>[]
  : T extends object
    ? { [K in keyof T]?: Answer<T[K]> | undefined }
    : T;

/** What is asked for: undefined leaves out what may be left out. */
type Lenient<T> = T extends readonly unknown[]
  ? T
  : { [K in keyof T]: Lenient<T[K]> | (object extends Pick<T, K> ? undefined : never) };

/** The operations, by their path behind `/api/v1`. */
type Paths = { [P in keyof paths as P extends `/api/v1${infer Path}` ? Path : never]: paths[P] };
type Method = 'get' | 'post' | 'patch' | 'delete';
type PathsOf<M extends Method> = ClientPathsWithMethod<Client<Paths>, M>;
type Operation<M extends Method, P extends PathsOf<M>> = NonNullable<Paths[P][M]>;

/** `{ path, query, body }`, as far as the operation has these. By fetch, GET has no body, though the API would take one. */
type Given<M extends Method, P extends PathsOf<M>> = Lenient<
  Operation<M, P>['parameters'] & (M extends 'get' ? unknown : RequestBodyOption<Operation<M, P>>)
>;
type MaybeGiven<G> = object extends G ? [given?: G] : [given: G];

/** `{"data": {"<operation>": …}}`: what stands under the operation. */
type Value<M extends Method, P extends PathsOf<M>> = Under<MethodResponse<Client<Paths>, M, P>>;
type Under<Body> = Body extends { data: infer Data } ? Answer<Data[keyof Data]> : never;
type Item<P extends PathsOf<'get'>> = Value<'get', P> extends (infer Row extends object)[] ? Row : never;

/** Where the API is, and who asks. */
export interface Access {
  /** Scheme, host and port, no slash at the end. */
  url: string;
  key: string;
}

/** A body that is no JSON, opened anew for each try. */
export interface Upload {
  type: string;
  open: () => Readable;
  /** What was piped in is gone after one try. */
  isOnce: boolean;
}

interface Request {
  method: Method;
  path: string;
  given?: { path?: object | undefined; query?: object | undefined; body?: unknown } | undefined;
  accept?: string;
  upload?: Upload;
}

/** The gateway answers within seconds, also when its services are away. */
const ANSWER_MS = 30_000;
/** The most that the API gives at once. */
const PAGE = 1_000;

/** The API as the commands see it: what stands under the key of `data`, asked for again where that helps. */
export class Api {
  private readonly client: Client<Paths>;

  /** @param note says why something takes longer */
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

  /** An answer that is no JSON, its body unread. */
  open<P extends PathsOf<'get'>>(path: P, given: Given<'get', P>, accept = '*/*'): Promise<Response> {
    return this.send({ method: 'get', path, given, accept });
  }

  /** The pages of a list, to its end or to `limit` of its items. */
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
   * @returns an answer of 2xx, its body unread
   * @throws ApiProblem, Unreachable
   */
  private async send(request: Request): Promise<Response> {
    const { method, accept = 'application/json', upload } = request;
    const headers = {
      authorization: `Bearer ${this.access().key}`,
      accept,
      ...(upload && { 'content-type': upload.type }),
      // The same for all tries of this request.
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

  /** @throws whatever the signal says when the user has had enough */
  private async once(
    { method, path, given = {}, upload }: Request,
    headers: Record<string, string>,
  ): Promise<Response | ApiProblem | Unreachable> {
    const { url } = this.access();
    const { body, ...params } = given;
    const late = new AbortController();
    // An upload takes as long as it takes; an answer that has begun may go on.
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

/** The API said no. The message is its detail; `body` is the whole problem document (RFC 9457), if it is one. */
export class ApiProblem extends Failure {
  readonly exitCode: ExitCode;
  readonly status: number;
  /** Seconds after which another try may help. */
  readonly retryAfter: number;
  readonly body: Answer<Schemas['Problem']>;

  /** @param body whatever stands before the gateway may have written it */
  constructor({ status, headers }: Response, body: unknown) {
    const problem: Answer<Schemas['Problem']> = isJson(body) && typeof body.code === 'string' ? body : {};
    super(problem.detail ?? problem.title ?? `The answer was ${status}, and not in the form of this API`);
    this.status = status;
    this.body = problem;
    this.retryAfter = Number(/^\d{1,6}$/.exec(headers.get('retry-after') ?? '')?.[0] ?? 0);
    // What another try may help against is no refusal.
    this.exitCode = status === 429 || status >= 500 ? exitCodes.unreachable : exitCodes.refused;
  }
}

/** Pauses before the second, third… try, in milliseconds. */
const pauses = [300, 1_000, 3_000];
/** Asked to wait longer than this, we give up and say so. */
const LONGEST_WAIT_MS = 60_000;
/** Answers after which the same request is made again. */
const temporary = [429, 502, 503, 504];

/**
 * How long to wait before another try, in milliseconds; null: there is none. Every request may be repeated: POST carries
 * an Idempotency-Key, and the other methods come to the same when they are carried out twice.
 * @param attempt how many tries there were
 */
function pauseBeforeRetry(failure: ApiProblem | Unreachable, attempt: number): number | null {
  const own = pauses[attempt - 1] ?? null;
  if (own === null || !(failure instanceof ApiProblem)) return own;
  // Our own earlier try may still be running.
  const isTemporary = temporary.includes(failure.status) || failure.body.code === 'idempotency_in_progress';
  const asked = failure.retryAfter * 1_000;
  return isTemporary && asked <= LONGEST_WAIT_MS ? Math.max(own, asked) : null;
}

/** `{"data": {"<operation>": …}}`: what stands under the operation. */
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

/** Why no request came through: the cause that fetch hides behind 'fetch failed'. */
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
