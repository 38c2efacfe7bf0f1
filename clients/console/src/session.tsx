import { Carillon, CarillonError, type Schemas } from '@carillon/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, createContext, use, useCallback, useMemo, useState } from 'react';

/** Who is signed in, and the client that asks on their behalf. */
export interface Session {
  client: Carillon;
  account: Schemas['User'];
  signOut: () => void;
}

interface SignedOut {
  client: null;
  /** @throws CarillonError if the key is not accepted */
  signIn: (key: string) => Promise<void>;
}

interface SignedIn extends Session {
  signIn: SignedOut['signIn'];
}

const Current = createContext<SignedIn | SignedOut | null>(null);

/** A tab keeps the key for itself, and forgets it when it is closed. */
const KEPT = 'carillon.key';

const clientWith = (key: string): Carillon => new Carillon({ url: location.origin, key });

/**
 * Keeps who is signed in. The key is the only credential there is here; nothing else of the console knows of it.
 * @param opened the session that was there when the page was opened
 */
export function SessionProvider({ opened, children }: { opened: Opened | null; children: ReactNode }) {
  const [session, setSession] = useState(opened);
  const queries = useQueryClient();
  const signIn = useCallback(
    async (key: string): Promise<void> => {
      const client = clientWith(key);
      const account = await client.get('/account');
      sessionStorage.setItem(KEPT, key);
      queries.clear();
      setSession({ client, account });
    },
    [queries],
  );
  const signOut = useCallback((): void => {
    sessionStorage.removeItem(KEPT);
    queries.clear();
    setSession(null);
  }, [queries]);
  const value = useMemo(
    () => (session ? { ...session, signIn, signOut } : { client: null, signIn }),
    [session, signIn, signOut],
  );
  return <Current value={value}>{children}</Current>;
}

export type Opened = Pick<Session, 'client' | 'account'>;

/** Takes up the session of this tab; null if there is none, or it has ended. */
export async function openSession(): Promise<Opened | null> {
  const key = sessionStorage.getItem(KEPT);
  if (key === null) return null;
  const client = clientWith(key);
  try {
    return { client, account: await client.get('/account') };
  } catch (error) {
    if (isSignedOut(error)) sessionStorage.removeItem(KEPT);
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
