import type { Carillon } from '@carillon/sdk';

/** The state of the service and of the sign-in, from the responses to this page. */
interface ConnectionState {
  /** The service does not respond. */
  isLost: boolean;
  /** The client whose credentials were rejected last. */
  refused: Carillon | null;
}

/** Error codes for an ended session or key, or for a browser that has a different session. */
const ENDED_CODES = [
  'missing_api_key',
  'invalid_api_key',
  'api_key_expired',
  'invalid_session',
  'invalid_csrf_token',
];

let state: ConnectionState = { isLost: false, refused: null };
const listeners = new Set<() => void>();

function update(changed: Partial<ConnectionState>): void {
  state = { ...state, ...changed };
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore. */
export const connection = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  isLost: (): boolean => state.isLost,
  refused: (): Carillon | null => state.refused,
};

/** Without a response for this long, the service is treated as unavailable (milliseconds). */
const SILENCE_MS = 8_000;

/** Sends requests as `fetch` does, and records the state from each response, or the lack of one. */
export async function watchedFetch(request: Request, client: Carillon): Promise<Response> {
  // Writes can contain a large file.
  const silence =
    request.method === 'GET' ? setTimeout(() => update({ isLost: true }), SILENCE_MS) : undefined;
  try {
    const response = await fetch(request);
    const isLost = isFromProxy(response);
    if (state.isLost !== isLost) update({ isLost });
    if (await hasEnded(response)) update({ refused: client });
    return response;
  } catch (error) {
    if (!request.signal.aborted) update({ isLost: true });
    throw error;
  } finally {
    clearTimeout(silence);
  }
}

/** Whether the response comes from a proxy: the gateway describes its errors (RFC 9457). */
function isFromProxy({ status, headers }: Response): boolean {
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') ?? false;
  return [502, 503, 504].includes(status) && !isProblem;
}

async function hasEnded(response: Response): Promise<boolean> {
  if (response.status !== 401 && response.status !== 403) return false;
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const { code } = (problem ?? {}) as { code?: unknown };
  return typeof code === 'string' && ENDED_CODES.includes(code);
}
