import { AppError, type Principal, type Scope } from '@carillon/contracts';

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
