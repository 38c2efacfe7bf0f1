import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { FastifyContextConfig } from 'fastify';
import { type Needed, neededFor } from '../security/authenticator';
import { Existing } from '../http/input/path-id';
import { type DescribedHandler, describedHandlers } from './operation';

/** An operation as @nestjs/swagger generates it. */
export interface MadeOperation {
  operationId: string;
  parameters: Record<string, unknown>[];
  requestBody?: object;
  responses: Record<string, object>;
}

/** An operation, and the details of its handler. */
export interface Route extends DescribedHandler {
  made: MadeOperation;
  method: string;
  /** The path as OpenAPI writes it: `/api/v1/groups/{groupId}`. */
  path: string;
  config: Partial<FastifyContextConfig>;
  /** The owner of the required key. Null: no key is required. */
  needed: Needed | null;
  /** The parameters of the path in order. Null: the parameter isn't an ID of the API. */
  parameters: ReadonlyMap<string, Existing | null>;
}

/** @throws TypeError for an operation without a described handler */
export function routeOf(path: string, method: string, made: MadeOperation): Route {
  const described = describedHandlers.get(made.operationId);
  if (!described) throw new TypeError(`${method} ${path} is not described`);
  const { controller, handler } = described;
  const config = (Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, handler) ?? {}) as Route['config'];
  const verb = method.toUpperCase();
  return {
    ...described,
    made,
    method: verb,
    path,
    config,
    needed: config.open ? null : neededFor(verb, path, config),
    parameters: parametersOf(path, Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler.name)),
  };
}

function parametersOf(path: string, taken: unknown): Route['parameters'] {
  const pipesOf = (name: string): readonly unknown[] =>
    Object.entries((taken ?? {}) as Record<string, { data?: unknown; pipes?: unknown[] }>)
      .filter(([key, { data }]) => key.startsWith(`${RouteParamtypes.PARAM}:`) && data === name)
      .flatMap(([, { pipes = [] }]) => pipes);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return new Map(names.map((name) => [name, pipesOf(name).find((pipe) => pipe instanceof Existing) ?? null]));
}

/** Whether the header Idempotency-Key applies. */
export function isIdempotent({ method, needed }: Route): boolean {
  return method === 'POST' && needed !== null;
}

/** Whether errors are pages for people instead of problem documents. */
export function hasPages({ config }: Route): boolean {
  return config.foreign?.answerError !== undefined;
}
