import { Carillon, CarillonError, type Options, type Schemas } from '@carillon/sdk';
import { useQueryClient } from '@tanstack/react-query';
import {
  type ReactNode,
  createContext,
  use,
  useCallback,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { connection, watchedFetch } from './connection';

/** Who is signed in, and the client that asks on their behalf. */
export interface Session {
  client: Carillon;
  account: Schemas['User'];
  /** The member, or the account of the key: what one of them has typed is nobody else's. */
  who: string;
  /** By a key of the account, not as a person. */
  isByKey: boolean;
  /** The session or the key is not accepted any more. */
  isEnded: boolean;
  signOut: () => void;
}

/** What somebody signs in by: as a person, or by a key of the account. */
export type Credential = { email: string; password: string; code?: string } | { key: string };

interface SignedOut {
  client: null;
  /** @throws CarillonError if it is not accepted; second_factor_required: the same again, with a code */
  signIn: (credential: Credential) => Promise<void>;
}

interface SignedIn extends Session {
  signIn: SignedOut['signIn'];
}

const Current = createContext<SignedIn | SignedOut | null>(null);

/** A tab keeps a key for itself, and forgets it when it is closed. */
const KEPT = 'carillon.key';
/** That a person has signed in with this browser. The session itself is in a cookie that no script can read. */
const HINT = 'carillon.signed-in';

/** The browser adds the cookie; other sites could have it do that too, but do not know the token. */
async function inSession({ _id, csrfToken, member }: Schemas['CurrentSession']): Promise<Opened> {
  const client = watched({ headers: () => ({ 'x-csrf-token': csrfToken }) });
  return { client, account: await client.get('/account'), sessionId: _id, who: member };
}

function watched(credential: Pick<Options, 'headers' | 'key'>): Carillon {
  const fetch = (request: Request): Promise<Response> => watchedFetch(request, client);
  const client: Carillon = new Carillon({ url: location.origin, ...credential, fetch });
  return client;
}

async function begin(credential: Credential): Promise<Opened> {
  if ('key' in credential) {
    const client = watched({ key: credential.key });
    const account = await client.get('/account');
    sessionStorage.setItem(KEPT, credential.key);
    return { client, account, who: `key.${account._id}` };
  }
  const stranger = new Carillon({ url: location.origin, retries: 0 });
  const session = await stranger.post('/sessions', { body: credential });
  localStorage.setItem(HINT, 'yes');
  sessionStorage.removeItem(KEPT);
  return inSession(session);
}

/**
 * Keeps who is signed in, by a session or by a key; nothing else of the console knows by which.
 * @param opened the session that was there when the page was opened
 */
export function SessionProvider({ opened, children }: { opened: Opened | null; children: ReactNode }) {
  const [session, setSession] = useState(opened);
  const queries = useQueryClient();
  const signIn = useCallback(
    async (credential: Credential): Promise<void> => {
      const begun = await begin(credential);
      const isSame = begun.who === session?.who && begun.account._id === session.account._id;
      if (!isSame) queries.clear();
      setSession(begun);
    },
    [queries, session],
  );
  const refused = useSyncExternalStore(connection.subscribe, connection.refused);
  const signOut = useCallback((): void => {
    sessionStorage.removeItem(KEPT);
    localStorage.removeItem(HINT);
    // One that has ended already, or cannot be ended now, ends when it is not used.
    if (session?.sessionId !== undefined)
      session.client.delete('/sessions/{id}', { path: { id: session.sessionId } }).catch(() => undefined);
    queries.clear();
    setSession(null);
  }, [queries, session]);
  const value = useMemo(
    () =>
      session
        ? {
            ...session,
            isByKey: session.sessionId === undefined,
            isEnded: refused === session.client,
            signIn,
            signOut,
          }
        : { client: null, signIn },
    [session, refused, signIn, signOut],
  );
  return <Current value={value}>{children}</Current>;
}

export interface Opened extends Pick<Session, 'client' | 'account' | 'who'> {
  /** Absent: by a key. */
  sessionId?: string;
}

/** Takes up the key of this tab, or the session of this browser; null if there is none, or it has ended. */
export async function openSession(): Promise<Opened | null> {
  const key = sessionStorage.getItem(KEPT);
  if (key === null && localStorage.getItem(HINT) === null) return null;
  try {
    if (key !== null) return await begin({ key });
    return await inSession(await new Carillon({ url: location.origin }).get('/sessions/current'));
  } catch (error) {
    if (isSignedOut(error)) {
      sessionStorage.removeItem(KEPT);
      localStorage.removeItem(HINT);
    }
    return null;
  }
}

/** Whether the credential is not accepted any more. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof CarillonError && error.status === 401;
}

export function useSignIn(): SignedOut['signIn'] {
  return current().signIn;
}

/** For pages that are shown only to who is signed in. */
export function useSession(): Session {
  const session = current();
  if (!session.client) throw new Error('Nobody is signed in');
  return session;
}

export function useIsSignedIn(): boolean {
  return current().client !== null;
}

function current(): SignedIn | SignedOut {
  const session = use(Current);
  if (!session) throw new Error('There is no SessionProvider');
  return session;
}
