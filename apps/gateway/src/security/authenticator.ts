import { AppError, type Principal, type Scope, apiKeyRole, hashApiKey } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { type Guess, FailedAuthenticationLimiter } from '../http/rate-limits/failed-authentication-limiter';
import { NegativeKeyCache } from './negative-key-cache';
import { KeyUses } from './key-uses';
import { PrincipalCache } from './principal-cache';

const OPERATOR_PLACES = '/api/v1/operator/';
const bearer = /^bearer +(\S.*)$/i;

/** A route's own requirements on keys, where the general rules do not apply; set by decorators. */
export interface RouteAccess {
  scope?: Scope;
  open?: boolean;
}

/** Authenticates requests. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly principals: PrincipalCache,
    private readonly doubtful: NegativeKeyCache,
    private readonly failedAuthentications: FailedAuthenticationLimiter,
    private readonly uses: KeyUses,
  ) {}

  /**
   * Returns the owner of the key. `network`: the origin of the request, read for keys that are not known to be valid.
   * @throws AppError missing_api_key, invalid_api_key or rate_limited; service_unavailable or timeout if the key
   * cannot be checked.
   */
  async identify(authorization: string | undefined, network: () => string): Promise<Principal> {
    const keyHash = readKeyHash(authorization);
    const known = keyHash === null ? null : this.principals.known(keyHash);
    const principal = known ?? (await this.guess(keyHash, network()));
    this.uses.note(principal.keyId);
    return principal;
  }

  /** Checks that a key still grants access. @throws AppError 401 or 403; service_unavailable, timeout. */
  async authenticate(authorization: string | undefined, needed: Needed): Promise<void> {
    const keyHash = readKeyHash(authorization);
    const principal = keyHash === null ? null : await this.principals.find(keyHash);
    if (!principal) throw new AppError('invalid_api_key');
    this.uses.note(principal.keyId);
    admit(principal, needed);
  }

  private async guess(keyHash: string | null, network: string): Promise<Principal> {
    const guess = this.failedAuthentications.guess(network);
    const principal = keyHash === null ? null : await this.lookUp(keyHash, guess);
    if (!principal) throw guess.isAllowed ? new AppError('invalid_api_key') : guess.refusal();
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

/** Reading needs `read`, everything else `write`, unless a route says otherwise. */
export function neededFor(method: string, pattern: string, { scope }: RouteAccess): Needed {
  return {
    role: pattern.startsWith(OPERATOR_PLACES) ? 'operator' : 'user',
    scope: scope ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'write'),
  };
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

/** The key that a request needs: a role, and for a user the scope. */
export interface Needed {
  role: Principal['role'];
  scope: Scope;
}

/** Admits a key to what it may access, or throws the reason for the refusal. */
export function admit(principal: Principal, needed: Needed): void {
  if (principal.role !== needed.role) {
    throw new AppError(needed.role === 'operator' ? 'operator_key_required' : 'user_key_required');
  }
  if (principal.role === 'operator') return;
  if (principal.status === 'SUSPENDED') throw new AppError('account_suspended');
  needScope(principal, needed.scope);
}

export function needScope({ scopes }: { scopes: readonly Scope[] }, scope: Scope): void {
  if (!scopes.includes(scope)) {
    throw new AppError('insufficient_scope', `This needs a key with the scope ${scope}`);
  }
}
