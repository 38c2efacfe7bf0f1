import { apiKeyRole, hashApiKey } from '@carillon/vault';
import { AppError, type OperatorScope, type Principal, type Scope } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type Guess, FailedAuthenticationLimiter } from '../http/rate-limits/failed-authentication-limiter';
import { checkLimitations } from './key-limitations';
import { KeyUses } from './key-uses';
import { NegativeKeyCache } from './negative-key-cache';
import { PrincipalCache } from './principal-cache';
import { SessionToken } from './session-token';

const OPERATOR_PLACES = '/api/v1/operator/';
const bearer = /^bearer +(\S.*)$/i;

/** A route's own requirements for keys, if the general rules do not apply. Decorators set them. */
export interface RouteAccess {
  scope?: Scope;
  operatorScope?: OperatorScope;
  open?: boolean;
  session?: boolean;
}

/** The credentials of a request: the Authorization header, or the token of a session. */
export type Presented = string | SessionToken | undefined;

/** Authenticates requests. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly principals: PrincipalCache,
    private readonly doubtful: NegativeKeyCache,
    private readonly failedAuthentications: FailedAuthenticationLimiter,
    private readonly uses: KeyUses,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the owner of the key, or of the session. `network`: the origin of the request, used for keys that aren't
   * known to be valid.
   * @throws AppError missing_api_key, invalid_api_key, invalid_session, or rate_limited; service_unavailable or timeout
   * if the key can't be checked
   */
  async identify(presented: Presented, network: () => string): Promise<Principal> {
    const keyHash = readHash(presented);
    const cached = keyHash === null ? null : this.principals.cached(keyHash);
    return cached ?? (await this.guess(keyHash, network(), unknownFor(presented)));
  }

  /**
   * Checks whether a key can access the route, or throws the reason for the refusal. `address`: the client's address,
   * for keys that are limited to networks. A key or a session that is refused doesn't count as used.
   */
  admit(principal: Principal, needed: Needed, address: () => string): void {
    this.check(principal, needed, address);
    if (principal.role === 'user' && principal.signedIn) this.uses.note(principal.signedIn.sessionId);
  }

  /**
   * Checks that a key or a session still grants access. This doesn't count as use of a session, because the person may
   * have left.
   * @throws AppError 401 or 403; service_unavailable, timeout
   */
  async authenticate(presented: Presented, needed: Needed, address: () => string): Promise<void> {
    const keyHash = readHash(presented);
    const principal = keyHash === null ? null : await this.principals.find(keyHash);
    if (!principal) throw unknownFor(presented);
    this.check(principal, needed, address);
  }

  private check(principal: Principal, needed: Needed, address: () => string): void {
    checkLimitations(principal, this.clock.now(), address);
    if (principal.role === 'operator' || !principal.signedIn) this.uses.note(principal.keyId);
    checkRights(principal, needed);
  }

  private async guess(keyHash: string | null, network: string, unknown: AppError): Promise<Principal> {
    const guess = this.failedAuthentications.guess(network);
    const principal = keyHash === null ? null : await this.lookUp(keyHash, guess);
    if (!principal) throw guess.isAllowed ? unknown : guess.refusal();
    guess.takeBack();
    return principal;
  }

  private async lookUp(keyHash: string, guess: Guess): Promise<Principal | null> {
    try {
      return await (guess.isWorthAQuestion()
        ? this.principals.find(keyHash)
        : this.principals.find(keyHash, this.doubtful.find));
    } catch (error) {
      guess.takeBack();
      throw error;
    }
  }
}

/**
 * Reading requires `read`, and all other requests require `write`, or `users` for operators, unless a route declares
 * another scope.
 */
export function neededFor(
  method: string,
  pattern: string,
  { scope, operatorScope, session }: RouteAccess,
): Needed {
  const isRead = method === 'GET' || method === 'HEAD';
  if (pattern.startsWith(OPERATOR_PLACES)) {
    return { role: 'operator', scope: operatorScope ?? (isRead ? 'read' : 'users') };
  }
  const byMethod = isRead ? 'read' : 'write';
  return { role: 'user', scope: scope ?? byMethod, ...(session && { session }) };
}

/** The hash of the credentials; null if it can't be a key. @throws AppError missing_api_key */
function readHash(presented: Presented): string | null {
  return presented instanceof SessionToken ? presented.hash : readKeyHash(presented);
}

function unknownFor(presented: Presented): AppError {
  return new AppError(presented instanceof SessionToken ? 'invalid_session' : 'invalid_api_key');
}

/**
 * Reads the key from an `Authorization` header (RFC 6750) and returns its hash. Returns null if its checksum is
 * wrong, so that no lookup is needed. @throws AppError missing_api_key
 */
function readKeyHash(authorization: string | undefined): string | null {
  const key = bearer.exec(authorization ?? '')?.[1]?.trimEnd();
  if (key === undefined) throw new AppError('missing_api_key', 'Send the header Authorization: Bearer <key>');
  return apiKeyRole(key) === null ? null : hashApiKey(key);
}

/**
 * The credentials that a request needs. `session`: only a session is accepted.
 */
export type Needed =
  { role: 'user'; scope: Scope; session?: boolean } | { role: 'operator'; scope: OperatorScope };

function checkRights(principal: Principal, needed: Needed): void {
  if (principal.role === 'operator') {
    if (needed.role !== 'operator') throw new AppError('user_key_required');
    needOperatorScope(principal, needed.scope);
    return;
  }
  if (needed.role !== 'user') throw new AppError('operator_key_required');
  // People of a suspended account can still sign out, change their password, and list their sessions.
  if (principal.status === 'SUSPENDED' && !needed.session) throw new AppError('account_suspended');
  if (needed.session && !principal.signedIn) throw new AppError('session_required');
  needScope(principal, needed.scope);
}

export function needScope({ scopes }: { scopes: readonly Scope[] }, scope: Scope): void {
  if (!scopes.includes(scope)) throw insufficient(scope);
}

/** The key from the configuration has no list of scopes, because it has all of them. */
export function needOperatorScope({ grants }: { grants?: OperatorScope[] }, scope: OperatorScope): void {
  if (grants && !grants.includes(scope)) throw insufficient(scope);
}

function insufficient(scope: string): AppError {
  return new AppError('insufficient_scope', `This operation requires a key with the scope ${scope}`);
}
