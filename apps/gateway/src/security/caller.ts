import type { ApprovalActor, By, OperatorScope, Principal, Scope } from '@carillon/contracts';
import { type CustomDecorator, type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { RouteAccess } from './authenticator';
import { RouteConfig } from '../route-config';
import type { SessionToken } from './session-token';

/** The user for whom a request acts, from its key. */
export type User = Extract<Principal, { role: 'user' }>;

/** The user of the request's key. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): User => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (principal?.role !== 'user') throw new TypeError('This operation is not available to users');
  return principal;
});

/** An operator, by the request's key. */
export type Operator = Extract<Principal, { role: 'operator' }>;

export const CallingOperator = createParamDecorator((_: unknown, context: ExecutionContext): Operator => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (principal?.role !== 'operator') throw new TypeError('This operation is not available to operators');
  return principal;
});

/** The owner of the request's key, a user or the operator. */
export const RequestedBy = createParamDecorator((_: unknown, context: ExecutionContext): By => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!principal) throw new TypeError('This operation does not accept a key');
  return requestedBy(principal);
});

export function requestedBy({ role, keyId }: Principal): By {
  return { role, keyId };
}

/** The same, with the name of the member in a session. */
export function actorOf(user: User): ApprovalActor {
  return { by: requestedBy(user), memberName: user.signedIn?.name ?? null };
}

const routeAccess = (access: RouteAccess): CustomDecorator => RouteConfig(access);

/** The scope that a key needs, if it differs from the method's. */
export const NeedsScope = (scope: Scope): CustomDecorator => routeAccess({ scope });

/** The same for a route of operators. */
export const NeedsOperatorScope = (operatorScope: OperatorScope): CustomDecorator =>
  routeAccess({ operatorScope });

/** A route for the signed-in person. It accepts any role, but no key. */
export const NeedsSession = (): CustomDecorator => routeAccess({ scope: 'read', session: true });

/** The session of a request, as commands name it, and its token. */
export interface OwnSession {
  by: By;
  loginId: string;
  sessionId: string;
  token: SessionToken;
}

export const InSession = createParamDecorator((_: unknown, context: ExecutionContext): OwnSession => {
  const { principal, session: token } = context.switchToHttp().getRequest<FastifyRequest>();
  if (principal?.role !== 'user' || !principal.signedIn || !token) {
    throw new TypeError('This operation is not available to sessions');
  }
  const { loginId, sessionId } = principal.signedIn;
  return { by: requestedBy(principal), loginId, sessionId, token };
});

/** A route that needs no key. */
export const WithoutKey = (): CustomDecorator => routeAccess({ open: true });

declare module 'fastify' {
  interface FastifyContextConfig {
    scope?: Scope;
    operatorScope?: OperatorScope;
    open?: boolean;
    session?: boolean;
  }
  interface FastifyRequest {
    /** The owner of the request's key; absent if none was required. */
    principal?: Principal;
    /** The session's token, if there is no key. */
    session?: SessionToken;
  }
}
