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

/** The person of a session, and the account and member that the session uses. */
interface Person {
  sessionId: string;
  memberId: string;
  profile: Schemas['Profile'];
}

/** The signed-in person, and the client for their requests. */
export interface Session {
  client: Carillon;
  account: Schemas['User'];
  /** Null: an API key is used. */
  person: Person | null;
  /** The member, or the account of the key. Unsaved text belongs to only one owner. */
  principal: string;
  /** The session or the key is no longer accepted. */
  isEnded: boolean;
  signOut: () => void;
  /** Leaves the account, which ends the session. @throws CarillonError */
  leave: () => Promise<void>;
  /** Uses the new token of the session, here and in other tabs. @throws CarillonError */
  renew: () => Promise<void>;
  /** Continues in another account of the person. @throws CarillonError */
  enter: (account: string) => Promise<void>;
}

/** The session of a member or an operator. Operators have no account. */
export interface AnySession extends Omit<Session, 'account'> {
  account: Schemas['User'] | null;
}

/** The credentials of a sign-in: of a person, or a key of an account or an operator. */
export type Credential = { email: string; password: string; code?: string } | { key: string };

interface SignedOut {
  client: null;
  /** A signed-in person with several accounts, none of which is selected yet. */
  choosing: Schemas['Profile'] | null;
  enter: Session['enter'];
  /** @throws CarillonError if they are rejected; second_factor_required: repeat the request with a code */
  signIn: (credential: Credential) => Promise<void>;
}

interface SignedIn extends AnySession {
  signIn: SignedOut['signIn'];
}

const Current = createContext<SignedIn | SignedOut | null>(null);

/** The key that this tab uses until it is closed. */
const KEY_ITEM = 'carillon.key';
/** The session and the account of this browser. The session token is in a cookie that scripts can't read. */
const SESSION_ITEM = 'carillon.signed-in';
/** The prefix of operator keys (docs/api/README.md). */
const OPERATORS = 'car_op_';

/** The browser also adds the cookie to requests from other sites, but those sites don't have the token. */
async function inSession({ _id, user, member, csrfToken }: Schemas['CurrentSession']): Promise<Opened> {
  localStorage.setItem(SESSION_ITEM, `${_id} ${user}`);
  let token = csrfToken;
  const headers = (): Record<string, string> => ({ 'x-csrf-token': token });
  const renew = async (): Promise<void> => {
    token = (await new Carillon({ url: location.origin }).get('/sessions/current')).csrfToken;
  };
  const client = watched({ headers });
  const [account, profile] = await Promise.all([client.get('/account'), client.get('/profile')]);
  const person = { sessionId: _id, memberId: member, profile };
  // Requests that change the session token are not repeated with the previous token.
  const switchTo = (to: string) =>
    new Carillon({ url: location.origin, headers, retries: 0 }).patch('/sessions/current', {
      body: { account: to },
    });
  return {
    ...{ client, account, person, principal: member, renew },
    switchTo: async (to) => inSession(await switchTo(to)),
  };
}

function watched(credential: Pick<Options, 'headers' | 'key'>): Carillon {
  const fetch = (request: Request): Promise<Response> => watchedFetch(request, client);
  const client: Carillon = new Carillon({ url: location.origin, ...credential, fetch });
  return client;
}

/** Only checks whether the key is accepted. @throws CarillonError */
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
    sessionStorage.setItem(KEY_ITEM, credential.key);
    return { client, account, person: null, principal: `key.${account?._id ?? 'operator'}` };
  }
  const anonymous = new Carillon({ url: location.origin, retries: 0 });
  const session = await anonymous.post('/sessions', { body: credential });
  sessionStorage.removeItem(KEY_ITEM);
  return inSession(session);
}

/**
 * Stores the sign-in, by session or by key. Nothing else in the console depends on the kind of sign-in.
 * @param opened the session that existed when the page was opened
 */
export function SessionProvider({ opened, children }: { opened: Opened | null; children: ReactNode }) {
  const [session, setSession] = useState(opened);
  const [choosing, setChoosing] = useState<Opened | null>(null);
  const queries = useQueryClient();
  const continueAs = useCallback(
    (next: Opened | null): void => {
      if (next?.principal !== session?.principal) queries.clear();
      setChoosing(null);
      setSession(next);
    },
    [queries, session],
  );
  const signIn = useCallback(
    async (credential: Credential): Promise<void> => {
      const next = await begin(credential);
      const accounts = next.person?.profile.accounts ?? [];
      const here = session?.account?._id;
      if (accounts.length < 2 || next.account?._id === here) continueAs(next);
      // A sign-in over a page continues in the account of the page.
      else if (here !== undefined && accounts.some(({ user }) => user === here))
        continueAs((await next.switchTo?.(here)) ?? next);
      else {
        continueAs(null);
        setChoosing(next);
      }
    },
    [session, continueAs],
  );
  const enter = useCallback(
    async (account: string): Promise<void> => {
      const next = choosing ?? session;
      const isThere = next?.account?._id === account;
      continueAs(isThere ? next : ((await next?.switchTo?.(account)) ?? next));
    },
    [choosing, session, continueAs],
  );
  const clear = useCallback((): void => {
    sessionStorage.removeItem(KEY_ITEM);
    localStorage.removeItem(SESSION_ITEM);
    continueAs(null);
  }, [continueAs]);
  const leave = useCallback(async (): Promise<void> => {
    await session?.client.delete('/members/me', {});
    clear();
  }, [clear, session]);
  const signOut = useCallback((): void => {
    // A session that can't be ended now expires when it is unused, and one that has already ended needs no request.
    if (session?.person)
      session.client
        .delete('/sessions/{id}', { path: { id: session.person.sessionId } })
        .catch(() => undefined);
    clear();
  }, [clear, session]);
  useEffect(() => {
    // Requests that were rejected in the previous session are repeated in this one.
    void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  }, [queries, session]);
  useEffect(() => {
    const isByKey = session !== null && session.person === null;
    // All tabs share one cookie, so this one may show another account now.
    const onStorage = ({ key, oldValue, newValue }: StorageEvent): void => {
      if (key !== SESSION_ITEM || oldValue === newValue || isByKey) return;
      if (sessionIn(oldValue) === sessionIn(newValue)) void session?.renew?.().catch(() => undefined);
      else location.reload();
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [session]);
  const renew = useCallback(async (): Promise<void> => {
    await session?.renew?.();
    const hint = sessionIn(localStorage.getItem(SESSION_ITEM));
    if (hint !== '') localStorage.setItem(SESSION_ITEM, `${hint} ${Date.now()}`);
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

export interface Opened extends Pick<AnySession, 'client' | 'account' | 'person' | 'principal'> {
  /** Uses the new token of the session. Absent if the person signed in with a key. */
  renew?: () => Promise<void>;
  /** Absent if the person signed in with a key. */
  switchTo?: (account: string) => Promise<Opened>;
}

/**
 * Restores the key of this tab, or the session of this browser; null if there is none, or it has ended.
 * @param hasSignedIn the person returns from a provider
 */
export async function openSession(hasSignedIn: boolean): Promise<Opened | null> {
  if (hasSignedIn) {
    localStorage.setItem(SESSION_ITEM, 'yes');
    sessionStorage.removeItem(KEY_ITEM);
  }
  const key = sessionStorage.getItem(KEY_ITEM);
  if (key === null && localStorage.getItem(SESSION_ITEM) === null) return null;
  try {
    if (key !== null) return await begin({ key });
    return await inSession(await new Carillon({ url: location.origin }).get('/sessions/current'));
  } catch (error) {
    if (isSignedOut(error)) {
      sessionStorage.removeItem(KEY_ITEM);
      localStorage.removeItem(SESSION_ITEM);
    }
    return null;
  }
}

/** The session and the account of a hint, without the renewal marker. */
function sessionIn(hint: string | null): string {
  return (hint ?? '').split(' ', 2).join(' ');
}

/** Whether the credential is no longer accepted. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof CarillonError && error.status === 401;
}

export function useSignIn(): Pick<SignedOut, 'signIn' | 'enter' | 'choosing'> {
  const session = current();
  return { choosing: null, ...session };
}

/** The stored profile of the signed-in person. Null: a key is used. */
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

/** The permissions of each role: docs/api/members.md. */
const roleScopes: Readonly<Record<Schemas['MemberRole'], readonly Schemas['Scope'][]>> = {
  owner: ['read', 'write', 'send', 'admin', 'consent'],
  sender: ['read', 'write', 'send'],
  editor: ['read', 'write'],
  approver: ['read'],
  viewer: ['read'],
};

/** The person, if their role can approve campaigns. Null: it can't, or a key is signed in. */
export function useApprover(): { memberId: string } | null {
  const { person, account } = useAnySession();
  const profile = useProfile();
  const here = profile?.accounts.find(({ user }) => user === account?._id);
  if (!person || !here || (here.role !== 'owner' && here.role !== 'approver')) return null;
  return { memberId: person.memberId };
}

/** Whether the person's role has this scope. The scopes of a key are unknown until a request is rejected. */
export function useMay(scope: Schemas['Scope']): boolean {
  const { account } = useSession();
  const profile = useProfile();
  if (!profile) return true;
  const here = profile.accounts.find(({ user }) => user === account._id);
  return here !== undefined && roleScopes[here.role].includes(scope);
}

/** Shows its children only to people with the permission. */
export function May({ scope, children }: { scope: Schemas['Scope']; children: ReactNode }) {
  return useMay(scope) ? children : null;
}

/** For pages that require a sign-in to an account. */
export function useSession(): Session {
  const { account, ...session } = useAnySession();
  if (!account) throw new Error('An operator has no account');
  return { ...session, account };
}

/** For views that require any sign-in. */
export function useAnySession(): AnySession {
  const session = current();
  if (!session.client) throw new Error('This page requires a sign-in');
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
