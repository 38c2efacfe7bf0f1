import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Refusal, Unreachable } from '../failures';
import type { World } from '../world';
import { ApiProblem } from './api-problem';
import { type Request, target } from './request';
import { pauseBeforeRetry } from './retry-policy';

/** Where the API is, and who asks. */
export interface Access {
  /** Scheme, host and port, no slash at the end. */
  url: string;
  key: string;
}

/** The gateway answers within seconds, also when its services are away. */
const ANSWER_MS = 30_000;

/** Makes requests, again where that helps. */
export class Transport {
  constructor(
    private readonly access: () => Access,
    private readonly world: Pick<World, 'fetch' | 'pause' | 'signal'>,
    private readonly note: (text: string) => void,
  ) {}

  /**
   * @returns an answer of 2xx, its body unread
   * @throws ApiProblem, Unreachable
   */
  async send(request: Request): Promise<Response> {
    const headers = this.headers(request);
    for (let attempt = 1; ; attempt += 1) {
      const answered = await this.once(request, headers);
      if (answered instanceof Response && answered.ok) return answered;
      const failure = answered instanceof Response ? await problemOf(answered) : answered;
      const retryAfter = answered instanceof Response ? answered.headers.get('retry-after') : null;
      const pause = request.upload?.isOnce ? null : pauseBeforeRetry(failure, attempt, retryAfter);
      if (pause === null) throw failure;
      if (attempt === 1) this.note(`${failure.message}; trying again`);
      await this.world.pause(pause, this.world.signal);
    }
  }

  private headers({ method, accept, body, upload }: Request): Record<string, string> {
    const type = upload?.type ?? (body && 'application/json');
    return {
      authorization: `Bearer ${this.access().key}`,
      accept: accept ?? 'application/json',
      ...(type && { 'content-type': type }),
      // The same for all tries of this request.
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
    };
  }

  /** @throws whatever the signal says when the user has had enough */
  private async once(request: Request, headers: Record<string, string>): Promise<Response | Unreachable> {
    const { url } = this.access();
    const address = `${url}/api/v1${target(request)}`;
    const late = new AbortController();
    // An upload takes as long as it takes; an answer that has begun may go on.
    const timer = request.upload ? undefined : setTimeout(() => late.abort(), ANSWER_MS);
    try {
      const answered = await this.world.fetch(address, {
        method: request.method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.any([this.world.signal, late.signal]),
        ...content(request),
      });
      if (answered.status >= 300 && answered.status < 400)
        throw new Refusal(`${url} answers with a redirect, so this is not where the API is`);
      return answered;
    } catch (error) {
      if (this.world.signal.aborted || error instanceof Refusal) throw error;
      return new Unreachable(
        `${url} cannot be reached: ${late.signal.aborted ? 'no answer in time' : why(error)}`,
      );
    } finally {
      clearTimeout(timer);
    }
  }
}

function content({ body, upload }: Request): RequestInit {
  if (upload) return { body: Readable.toWeb(upload.open()), duplex: 'half' };
  return body ? { body: JSON.stringify(body) } : {};
}

async function problemOf(answered: Response): Promise<ApiProblem> {
  return ApiProblem.of(answered.status, await answered.text().catch(() => ''));
}

/** Why no request came through: the cause that fetch hides behind 'fetch failed'. */
function why(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof AggregateError) return why(cause.errors[0]);
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return code === 'ECONNREFUSED' ? 'nothing listens there' : String(message ?? code ?? error);
}
