import type { ErrorCode } from '@carillon/contracts';
import { RequestMethod, type Type } from '@nestjs/common';
import {
  HTTP_CODE_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
  RouteParamtypes,
} from '@nestjs/common/internal';
import type { FastifyContextConfig } from 'fastify';
import type { Needed } from '../../access/admission';
import { neededFor } from '../../access/authenticator';
import { Existing, type IdForm } from '../../checks/path-id';
import { type Taken, takenBy } from '../../checks/taken';
import { OPERATION, type OperationNotes } from '../operation';

/** Nest's Fastify adapter keeps a route's config so. */
const ROUTE_CONFIG = '__fastify_route_config__';

export interface PathParameter {
  name: string;
  /** How an id of nothing is answered, and what ids look like; absent: the parameter is no id of ours. */
  id?: { missing: ErrorCode; form: IdForm };
}

/** A handler with all that is known of its route. */
export interface Route {
  method: string;
  /** As it was registered: `/api/v1/groups/:groupId`. */
  pattern: string;
  status: number;
  config: Partial<FastifyContextConfig>;
  /** Whose key is needed; null: none. */
  needed: Needed | null;
  parameters: PathParameter[];
  taken: Taken;
  notes: OperationNotes | undefined;
}

/** The routes of some controllers. Those that only hear messages have none. */
export function routesOf(controllers: readonly Type<object>[]): Route[] {
  return controllers.flatMap((controller) =>
    Object.getOwnPropertyNames(controller.prototype).flatMap((name) => routeOf(controller, name)),
  );
}

function routeOf(controller: Type<object>, name: string): Route[] {
  const handler: unknown = Object.getOwnPropertyDescriptor(controller.prototype, name)?.value;
  const method =
    typeof handler === 'function'
      ? (Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined)
      : undefined;
  if (typeof handler !== 'function' || method === undefined) return [];
  const verb = RequestMethod[method];
  const pattern = joinedPath(
    Reflect.getMetadata(PATH_METADATA, controller),
    Reflect.getMetadata(PATH_METADATA, handler),
  );
  const config = (Reflect.getMetadata(ROUTE_CONFIG, handler) ?? {}) as Route['config'];
  return [
    {
      method: verb,
      pattern,
      status:
        (Reflect.getMetadata(HTTP_CODE_METADATA, handler) as number | undefined) ??
        (verb === 'POST' ? 201 : 200),
      config,
      needed: config.open ? null : neededFor(verb, pattern, config),
      parameters: parametersOf(controller, name, pattern),
      taken: takenBy(controller, name),
      notes: Reflect.getMetadata(OPERATION, handler) as OperationNotes | undefined,
    },
  ];
}

function joinedPath(...parts: unknown[]): string {
  const segments = parts
    .flatMap((part) => (typeof part === 'string' ? part.split('/') : []))
    .filter((segment) => segment !== '');
  return `/${segments.join('/')}`;
}

function parametersOf(controller: Type<object>, handler: string, pattern: string): PathParameter[] {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Readonly<
    Record<string, { data?: unknown; pipes?: readonly unknown[] }>
  >;
  const taken = Object.entries(args).filter(([key]) => key.startsWith(`${RouteParamtypes.PARAM}:`));
  return [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const pipes = taken.find(([, { data }]) => data === name)?.[1].pipes ?? [];
    const id = pipes.find((pipe) => pipe instanceof Existing);
    return id ? { name, id } : { name };
  });
}
