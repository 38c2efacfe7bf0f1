import type { By, Principal, Scope } from '@carillon/contracts';
import { type CustomDecorator, type ExecutionContext, createParamDecorator } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { RouteAccess } from './authenticator';

/** The user a request acts for, by its key. */
export type User = Extract<Principal, { role: 'user' }>;

/** The user whose key came with the request. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): User => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (principal?.role !== 'user') throw new TypeError('This route is not for users');
  return principal;
});

/** By whose key a request asks for what it asks, a user's or the operator's. */
export const AskedBy = createParamDecorator((_: unknown, context: ExecutionContext): By => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!principal) throw new TypeError('This route takes no key');
  return askedBy(principal);
});

export function askedBy({ role, keyId }: Principal): By {
  return { role, keyId };
}

const routeAccess = (access: RouteAccess): CustomDecorator => RouteConfig(access);

/** The scope a key needs where it is not the one of the method. */
export const NeedsScope = (scope: Scope): CustomDecorator => routeAccess({ scope });

/** A route that takes no key. */
export const WithoutKey = (): CustomDecorator => routeAccess({ open: true });

declare module 'fastify' {
  interface FastifyContextConfig {
    scope?: Scope;
    open?: boolean;
  }
  interface FastifyRequest {
    /** Who the request's key belongs to; absent where none was needed. */
    principal?: Principal;
  }
}
