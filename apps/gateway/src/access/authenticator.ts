import { AppError, type Principal, type Scope } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { type Needed, admit } from './admission';
import { readKeyHash } from './bearer';
import { KeyUses } from './key-uses';
import { KnownPrincipals } from './known-principals';

const OPERATOR_PLACES = '/api/v1/operator/';

/** What a route asks of a key where the rules for all routes do not say it; set by decorators. */
export interface RouteAccess {
  scope?: Scope;
  open?: boolean;
}

/** Finds out who a request comes from and whether that one may make it. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly principals: KnownPrincipals,
    private readonly uses: KeyUses,
  ) {}

  /** @throws AppError 401 or 403 by api.md's codes; service_unavailable if nobody can tell. */
  async authenticate(authorization: string | undefined, needed: Needed): Promise<Principal> {
    const principal = await this.principals.find(readKeyHash(authorization));
    if (!principal) throw new AppError('invalid_api_key');
    this.uses.note(principal.keyId);
    admit(principal, needed);
    return principal;
  }
}

/** Reading needs `read`, everything else `write`, save where a route says otherwise. */
export function neededFor(method: string, pattern: string, { scope }: RouteAccess): Needed {
  return {
    role: pattern.startsWith(OPERATOR_PLACES) ? 'operator' : 'user',
    scope: scope ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'write'),
  };
}
