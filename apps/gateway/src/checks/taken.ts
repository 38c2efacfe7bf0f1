import type { Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';

/** What a handler takes from a request, by the classes in its signature; absent: nothing. */
export interface Taken {
  body?: Type<object>;
  query?: Type<object>;
}

/** Reads a handler's `@Body()` and `@Query()` parameters, so that its signature is all that has to be said. */
export function takenBy(controller: Type<object>, handler: string): Taken {
  const body = classOf(controller, handler, RouteParamtypes.BODY);
  const query = classOf(controller, handler, RouteParamtypes.QUERY);
  return { ...(body ? { body } : {}), ...(query ? { query } : {}) };
}

function classOf(controller: Type<object>, handler: string, kind: RouteParamtypes): Type<object> | undefined {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) as
    Record<string, { index: number }> | undefined;
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, handler) as
    Type<object>[] | undefined;
  const key = Object.keys(parameters ?? {}).find((each) => each.startsWith(`${kind}:`));
  const index = key === undefined ? undefined : parameters?.[key]?.index;
  return index === undefined ? undefined : types?.[index];
}
