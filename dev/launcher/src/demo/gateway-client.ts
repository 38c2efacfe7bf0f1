import { setTimeout as delay } from 'node:timers/promises';
import { isObject } from '@carillon/stack';

const REQUEST_MS = 10_000;
/**
 * The number of attempts while a service is unavailable. A gateway that has just started may not yet have received the
 * heartbeat of a service that has just started, too.
 */
const UNAVAILABLE_TRIES = 20;
const UNAVAILABLE_PAUSE_MS = 500;

/** A response in which the gateway refuses a request. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** A client of the API with one key. */
export class GatewayClient {
  constructor(
    private readonly gatewayUrl: string,
    private readonly key: string,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Returns the `data` of the response. Waits for an unavailable service. Any other refusal rejects with
   * RefusedError.
   */
  async request(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Record<string, unknown>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.requestOnce(method, path, body);
      } catch (error) {
        const unavailable = error instanceof RefusedError && error.status >= 503;
        if (!unavailable || attempt === UNAVAILABLE_TRIES) throw error;
        await delay(UNAVAILABLE_PAUSE_MS, undefined, { signal: this.signal });
      }
    }
  }

  private async requestOnce(method: string, path: string, body: unknown): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.gatewayUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
      signal: AbortSignal.any([this.signal, AbortSignal.timeout(REQUEST_MS)]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok && isObject(answer) && isObject(answer.data)) return answer.data;
    const code = isObject(answer) && typeof answer.code === 'string' ? answer.code : 'no problem document';
    const detail = isObject(answer) && typeof answer.detail === 'string' ? `: ${answer.detail}` : '';
    throw new RefusedError(
      response.status,
      code,
      `${method} ${path} answered ${response.status} ${code}${detail}`,
    );
  }
}
