import { Carillon, CarillonError, type Options, type Schemas } from '@carillon/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ReactNode,
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { connection, watchedFetch } from './connection';

/** The person of a session, and as which member of which of their accounts they are here. */
interface Person {
  sessionId: string;
  memberId: string;
  profile: Schemas['Profile'];
}

/** Who is signed in, and the client that asks on their behalf. */
export interface Session {
  client: Carillon;
  account: Schemas['User'];
  /** Null: a key is used, of whoever it is. */
  person: Person | null;
  /** The member, or the account of the key: what one of them has typed is nobody else's. */
  who: string;
  /** The session or the key is not accepted any more. */
  isEnded: boolean;
  signOut: () => void;
  /** Leaves the account, with which the session ends. @throws CarillonError */
  leave: () => Promise<void>;
  /** Takes up the other token by which the session goes on, here and in the other tabs. @throws CarillonError */
  renew: () => Promise<void>;
  /** Goes on in another account of the person. @throws CarillonError */
  enter: (account: string) => Promise<void>;
}

/** The same; an operator has no account. */
export interface AnySession extends Omit<Session, 'account'> {
  account: Schemas['User'] | null;
}

/** What somebody signs in by: as a person, or by a key of an account or of an operator. */
export type Credential = { email: string; password: string; code?: string } | { key: string };

interface SignedOut {
  client: null;
  /** Who has signed in and belongs to several accounts, of which none is chosen yet. */
  choosing: Schemas['Profile'] | null;
  enter: Session['enter'];
  /** @throws CarillonError if it is not accepted; second_factor_required: the same again, with a code */
  signIn: (credential: Credential) => Promise<void>;
}

interface SignedIn extends AnySession {
  signIn: SignedOut['signIn'];
}

const Current = createContext<SignedIn | SignedOut | null>(null);

/** A tab keeps a key for itself, and forgets it when it is closed. */
const KEPT = 'carillon.key';
/** In which session and account a person is, with this browser. The session itself is in a cookie that no script can read. */
const HINT = 'carillon.signed-in';
/** How the keys of operators begin (docs/api/README.md). */
const OPERATORS = 'car_op_';

/** The browser adds the cookie; other sites could have it do that too, but do not know the token. */
async function inSession({ _id, user, member, csrfToken }: Schemas['CurrentSession']): Promise<Opened> {
  localStorage.setItem(HINT, `${_id} ${user}`);
  let token = csrfToken;
  const headers = (): Record<string, string> => ({ 'x-csrf-token': token });
  const renew = async (): Promise<void> => {
    token = (await new Carillon({ url: location.origin }).get('/sessions/current')).csrfToken;
  };
  const client = watched({ headers });
  const [account, profile] = await Promise.all([client.get('/account'), client.get('/profile')]);
  const person = { sessionId: _id, memberId: member, profile };
  // What changes the token of the session is not repeated with the former one.
  const switchTo = (to: string) =>
    new Carillon({ url: location.origin, headers, retries: 0 }).patch('/sessions/current', {
      body: { account: to },
    });
  return {
    ...{ client, account, person, who: member, renew },
    switchTo: async (to) => inSession(await switchTo(to)),
  };
}

function watched(credential: Pick<Options, 'headers' | 'key'>): Carillon {
  const fetch = (request: Request): Promise<Response> => watchedFetch(request, client);
  const client: Carillon = new Carillon({ url: location.origin, ...credential, fetch });
  return client;
}

/** There is nothing to ask for but whether the key is accepted. @throws CarillonError */
async function ofOperator(client: Carillon): Promise<null> {
  await client.page('/operator/users', { query: { limit: 1 } });
  return null;
}

async function begin(credential: Credential): Promise<Opened> {
  if ('key' in credential) {
    const client = watched({ key: credential.key });
    const account = credential.key.startsWith(OPERATORS)
      ? await ofOperator(client)
      : await client.get('/account');
    sessionStorage.setItem(KEPT, credential.key);
    return { client, account, person: null, who: `key.${account?._id ?? 'operator'}` };
  }
  const stranger = new Carillon({ url: location.origin, retries: 0 });
  const session = await stranger.post('/sessions', { body: credential });
  sessionStorage.removeItem(KEPT);
  return inSession(session);
}

/**
 * Keeps who is signed in, by a session or by a key; nothing else of the console knows by which.
 * @param opened the session that was there when the page was opened
 */
export function SessionProvider({ opened, children }: { opened: Opened | null; children: ReactNode }) {
  const [session, setSession] = useState(opened);
  const [choosing, setChoosing] = useState<Opened | null>(null);
  const queries = useQueryClient();
  const goOnAs = useCallback(
    (begun: Opened | null): void => {
      if (begun?.who !== session?.who) queries.clear();
      setChoosing(null);
      setSession(begun);
    },
    [queries, session],
  );
  const signIn = useCallback(
    async (credential: Credential): Promise<void> => {
      const begun = await begin(credential);
      const accounts = begun.person?.profile.accounts ?? [];
      const here = session?.account?._id;
      if (accounts.length < 2 || begun.account?._id === here) goOnAs(begun);
      // Over a page one goes on in its account.
      else if (here !== undefined && accounts.some(({ user }) => user === here))
        goOnAs((await begun.switchTo?.(here)) ?? begun);
      else {
        goOnAs(null);
        setChoosing(begun);
      }
    },
    [session, goOnAs],
  );
  const enter = useCallback(
    async (account: string): Promise<void> => {
      const begun = choosing ?? session;
      const isThere = begun?.account?._id === account;
      goOnAs(isThere ? begun : ((await begun?.switchTo?.(account)) ?? begun));
    },
    [choosing, session, goOnAs],
  );
  const forget = useCallback((): void => {
    sessionStorage.removeItem(KEPT);
    localStorage.removeItem(HINT);
    goOnAs(null);
  }, [goOnAs]);
  const leave = useCallback(async (): Promise<void> => {
    await session?.client.delete('/members/me', {});
    forget();
  }, [forget, session]);
  const signOut = useCallback((): void => {
    // One that has ended already, or cannot be ended now, ends when it is not used.
    if (session?.person)
      session.client
        .delete('/sessions/{id}', { path: { id: session.person.sessionId } })
        .catch(() => undefined);
    forget();
  }, [forget, session]);
  useEffect(() => {
    // What was refused to the former session is asked for again in this one.
    void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  }, [queries, session]);
  useEffect(() => {
    const isByKey = session !== null && session.person === null;
    // All tabs have one cookie: what this one shows may be of another account now.
    const onStorage = ({ key, oldValue, newValue }: StorageEvent): void => {
      if (key !== HINT || oldValue === newValue || isByKey) return;
      if (sessionIn(oldValue) === sessionIn(newValue)) void session?.renew?.().catch(() => undefined);
      else location.reload();
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [session]);
  const renew = useCallback(async (): Promise<void> => {
    await session?.renew?.();
    const hint = sessionIn(localStorage.getItem(HINT));
    if (hint !== '') localStorage.setItem(HINT, `${hint} ${Date.now()}`);
  }, [session]);
  const refused = useSyncExternalStore(connection.subscribe, connection.refused);
  const value = useMemo(
    () =>
      session
        ? { ...session, isEnded: refused === session.client, signIn, signOut, leave, enter, renew }
        : { client: null, choosing: choosing?.person?.profile ?? null, signIn, enter },
    [session, refused, choosing, signIn, signOut, leave, enter, renew],
  );
  return <Current value={value}>{children}</Current>;
}

export interface Opened extends Pick<AnySession, 'client' | 'account' | 'person' | 'who'> {
  /** Takes up the other token that the session goes on by. Absent: by a key. */
  renew?: () => Promise<void>;
  /** Absent: by a key. */
  switchTo?: (account: string) => Promise<Opened>;
}

/**
 * Takes up the key of this tab, or the session of this browser; null if there is none, or it has ended.
 * @param hasSignedIn the person comes from signing in elsewhere
 */
export async function openSession(hasSignedIn: boolean): Promise<Opened | null> {
  if (hasSignedIn) {
    localStorage.setItem(HINT, 'yes');
    sessionStorage.removeItem(KEPT);
  }
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

/** The session and the account of a hint, without what says that its token was renewed. */
function sessionIn(hint: string | null): string {
  return (hint ?? '').split(' ', 2).join(' ');
}

/** Whether the credential is not accepted any more. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof CarillonError && error.status === 401;
}

export function useSignIn(): Pick<SignedOut, 'signIn' | 'enter' | 'choosing'> {
  const session = current();
  return { choosing: null, ...session };
}

/** Who is signed in as a person, as they are stored now. Null: a key is used. */
export function useProfile(): Schemas['Profile'] | null {
  const { client, person } = useAnySession();
  const profile = useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => client.get('/profile', { signal }),
    initialData: person?.profile,
    enabled: person !== null,
  });
  return person && (profile.data ?? person.profile);
}

/** What each role may do: docs/api/members.md. */
const roleScopes: Readonly<Record<Schemas['MemberRole'], readonly Schemas['Scope'][]>> = {
  owner: ['read', 'write', 'send', 'admin', 'consent'],
  sender: ['read', 'write', 'send'],
  editor: ['read', 'write'],
  viewer: ['read'],
};

/** Whether the person's role allows what needs this scope. What a key may do is not known before it is refused. */
export function useMay(scope: Schemas['Scope']): boolean {
  const { account } = useSession();
  const profile = useProfile();
  if (!profile) return true;
  const here = profile.accounts.find(({ user }) => user === account._id);
  return here !== undefined && roleScopes[here.role].includes(scope);
}

/** What is there only for who may do it. */
export function May({ scope, children }: { scope: Schemas['Scope']; children: ReactNode }) {
  return useMay(scope) ? children : null;
}

/** For pages that are shown only to who is signed in to an account. */
export function useSession(): Session {
  const { account, ...session } = useAnySession();
  if (!account) throw new Error('An operator has no account');
  return { ...session, account };
}

/** For what is shown to whoever is signed in. */
export function useAnySession(): AnySession {
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
