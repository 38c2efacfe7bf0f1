import type { CustomDecorator } from '@nestjs/common';
import { RouteConfig as FastifyRouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';

const KEY = Symbol('route configuration');

/** Adds to the configuration of a route. Nest's decorator of the same name replaces earlier settings. */
export function RouteConfig(added: Partial<FastifyContextConfig>): CustomDecorator {
  const decorate: MethodDecorator & ClassDecorator = (
    target: object,
    name?: string | symbol,
    descriptor?: PropertyDescriptor,
  ): void => {
    const route = (descriptor?.value ?? target) as object;
    const before = (Reflect.getOwnMetadata(KEY, route) ?? {}) as Partial<FastifyContextConfig>;
    const config = { ...before, ...added };
    Reflect.defineMetadata(KEY, config, route);
    if (name !== undefined && descriptor) FastifyRouteConfig(config)(target, name, descriptor);
    else FastifyRouteConfig(config)(target as never);
  };
  return Object.assign(decorate, { KEY: String(KEY) });
}
