import type { Carillon } from '@carillon/sdk';

/** The state of the service and of the sign-in, from the responses to this page. */
interface Heard {
  /** Nothing answers. */
  isLost: boolean;
  /** The client whose credentials were rejected last. */
  refused: Carillon | null;
}

/** Error codes for a session or a key that has ended, or that the browser's session is a different one. */
const ENDED = [
  'missing_api_key',
  'invalid_api_key',
  'api_key_expired',
  'invalid_session',
  'invalid_csrf_token',
];

let heard: Heard = { isLost: false, refused: null };
const listeners = new Set<() => void>();

function note(more: Partial<Heard>): void {
  heard = { ...heard, ...more };
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore. */
export const connection = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  isLost: (): boolean => heard.isLost,
  refused: (): Carillon | null => heard.refused,
};

/** A read without an answer for this long is not only slow (milliseconds). */
const SILENCE_MS = 8_000;

/** Sends requests as `fetch` does, and records the state from each response, or the lack of one. */
export async function watchedFetch(request: Request, client: Carillon): Promise<Response> {
  // Writes can contain a large file.
  const silence = request.method === 'GET' ? setTimeout(() => note({ isLost: true }), SILENCE_MS) : undefined;
  try {
    const answer = await fetch(request);
    const isLost = isOfProxy(answer);
    if (heard.isLost !== isLost) note({ isLost });
    if (await isEnd(answer)) note({ refused: client });
    return answer;
  } catch (error) {
    if (!request.signal.aborted) note({ isLost: true });
    throw error;
  } finally {
    clearTimeout(silence);
  }
}

/** Whether a proxy has answered in the place of the gateway, which describes its errors (RFC 9457). */
function isOfProxy({ status, headers }: Response): boolean {
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') ?? false;
  return [502, 503, 504].includes(status) && !isProblem;
}

async function isEnd(answer: Response): Promise<boolean> {
  if (answer.status !== 401 && answer.status !== 403) return false;
  const problem: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  const { code } = (problem ?? {}) as { code?: unknown };
  return typeof code === 'string' && ENDED.includes(code);
}
