import type { By, Principal, Scope } from '@carillon/contracts';
import { type CustomDecorator, type ExecutionContext, createParamDecorator } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { RouteAccess } from './authenticator';

/** The user for whom a request acts, by its key. */
export type User = Extract<Principal, { role: 'user' }>;

/** The user of the request's key. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): User => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (principal?.role !== 'user') throw new TypeError('This route is not for users');
  return principal;
});

/** The owner of the request's key, a user or the operator. */
export const AskedBy = createParamDecorator((_: unknown, context: ExecutionContext): By => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!principal) throw new TypeError('This route takes no key');
  return askedBy(principal);
});

export function askedBy({ role, keyId }: Principal): By {
  return { role, keyId };
}

const routeAccess = (access: RouteAccess): CustomDecorator => RouteConfig(access);

/** The scope a key needs, if it differs from the method's. */
export const NeedsScope = (scope: Scope): CustomDecorator => routeAccess({ scope });

/** A route that needs no key. */
export const WithoutKey = (): CustomDecorator => routeAccess({ open: true });

declare module 'fastify' {
  interface FastifyContextConfig {
    scope?: Scope;
    open?: boolean;
  }
  interface FastifyRequest {
    /** The owner of the request's key; absent if none was needed. */
    principal?: Principal;
  }
}
