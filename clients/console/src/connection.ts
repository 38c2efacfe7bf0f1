import type { Carillon } from '@carillon/sdk';

/** What the answers to this page have told of the service and of who is signed in. */
interface Heard {
  /** Nothing answers. */
  isLost: boolean;
  /** The client whose credential was refused last. */
  refused: Carillon | null;
}

/** Codes by which the API says that a session or a key is over, or that the browser's session is another one. */
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

/** Asks as `fetch` does, and keeps what the answer tells. */
export async function watchedFetch(request: Request, client: Carillon): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (heard.isLost) note({ isLost: false });
    if (await isEnd(answer)) note({ refused: client });
    return answer;
  } catch (error) {
    if (!request.signal.aborted) note({ isLost: true });
    throw error;
  }
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
