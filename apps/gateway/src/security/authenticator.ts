import { AppError, type Principal, type Scope, apiKeyRole, hashApiKey } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { type Guess, FailedAuthenticationLimiter } from '../http/rate-limits/failed-authentication-limiter';
import { NegativeKeyCache } from './negative-key-cache';
import { KeyUses } from './key-uses';
import { PrincipalCache } from './principal-cache';

const OPERATOR_PLACES = '/api/v1/operator/';
const bearer = /^bearer +(\S.*)$/i;

/** What a route asks of a key where the rules for all routes do not say it; set by decorators. */
export interface RouteAccess {
  scope?: Scope;
  open?: boolean;
}

/** Finds out who a request comes from. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly principals: PrincipalCache,
    private readonly doubtful: NegativeKeyCache,
    private readonly failedAuthentications: FailedAuthenticationLimiter,
    private readonly uses: KeyUses,
  ) {}

  /**
   * Whose key it is. `network`: where the request comes from, looked at for keys that are not known to be good.
   * @throws AppError missing_api_key, invalid_api_key or rate_limited; service_unavailable or timeout if nobody can tell.
   */
  async identify(authorization: string | undefined, network: () => string): Promise<Principal> {
    const keyHash = readKeyHash(authorization);
    const known = keyHash === null ? null : this.principals.known(keyHash);
    const principal = known ?? (await this.guess(keyHash, network()));
    this.uses.note(principal.keyId);
    return principal;
  }

  /** Whether a key that opened something may still. @throws AppError 401 or 403; service_unavailable, timeout. */
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

/** Reading needs `read`, everything else `write`, save where a route says otherwise. */
export function neededFor(method: string, pattern: string, { scope }: RouteAccess): Needed {
  return {
    role: pattern.startsWith(OPERATOR_PLACES) ? 'operator' : 'user',
    scope: scope ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'write'),
  };
}

/**
 * Reads the key from an `Authorization` header (RFC 6750) and answers its hash. Null: by its checksum it can be no key, and
 * nobody need be asked. @throws AppError missing_api_key
 */
function readKeyHash(authorization: string | undefined): string | null {
  const key = bearer.exec(authorization ?? '')?.[1]?.trimEnd();
  if (key === undefined) throw new AppError('missing_api_key', 'Send the header Authorization: Bearer <key>');
  return apiKeyRole(key) === null ? null : hashApiKey(key);
}

/** What a request needs: whose key, and for a user's which scope. */
export interface Needed {
  role: Principal['role'];
  scope: Scope;
}

/** Lets a key in where it may go, or says why not. */
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
