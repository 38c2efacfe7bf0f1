import { AppError, type FieldError } from '@carillon/contracts';
import { isRecord, issue, within } from '@carillon/input';
import { type CanActivate, type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { FastifyRequest } from 'fastify';
import { propertiesOf } from './input-class';
import { checkInput } from './input.pipe';

type GivenValues = Readonly<Record<string, unknown>>;

/** For handlers without an input parameter: no input is allowed. */
const Nothing: Type<object> = Object;

/** The classes of a handler's `@Body()` and `@Query()`, and the fields that both have. */
interface Taken {
  body: Type<object>;
  query: Type<object>;
  shared: string[];
}

/**
 * Validates body and query with the classes in the handler's signature before the handler runs. A pipe for each
 * parameter would report only its own errors. This guard reports all errors together. Routes for other callers validate
 * their input themselves.
 */
@Injectable()
export class InputGuard implements CanActivate {
  private readonly taken = new WeakMap<object, Taken>();

  async canActivate(context: ExecutionContext): Promise<true> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.routeOptions.config.foreign) return true;
    const { body, query, issues } = await check(request, this.readFrom(context));
    if (issues.length > 0) {
      if (isEmptyButJson(request)) throw new AppError('malformed_json', 'The body is empty');
      throw new AppError('validation_failed', undefined, issues);
    }
    request.body = body;
    request.query = query;
    return true;
  }

  private readFrom(context: ExecutionContext): Taken {
    const handler = context.getHandler();
    const cached = this.taken.get(handler);
    if (cached) return cached;
    const { body = Nothing, query = Nothing } = inputOf(context.getClass<object>(), handler.name);
    const inQuery = propertiesOf(query);
    const taken = { body, query, shared: [...propertiesOf(body).keys()].filter((name) => inQuery.has(name)) };
    this.taken.set(handler, taken);
    return taken;
  }
}

/** The input of a handler, according to the classes in its signature. Absent: no input. */
export function inputOf(
  controller: Type<object>,
  handler: string,
): { body?: Type<object> | undefined; query?: Type<object> | undefined } {
  const parameters = Object.entries(
    (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
      string,
      { index: number }
    >,
  );
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, handler) ??
    []) as Type<object>[];
  const classOf = (kind: RouteParamtypes): Type<object> | undefined => {
    const found = parameters.find(([key]) => key.startsWith(`${kind}:`));
    return found && types[found[1].index];
  };
  return { body: classOf(RouteParamtypes.BODY), query: classOf(RouteParamtypes.QUERY) };
}

interface Checked {
  body: object;
  query: object;
  issues: FieldError[];
}

/**
 * A missing body counts as an empty object, so that the errors name the required fields. The handler of an upload reads
 * the body itself.
 */
async function check(request: FastifyRequest, taken: Taken): Promise<Checked> {
  const isFile = request.routeOptions.config.upload !== undefined;
  const sent = request.body === undefined || isFile ? {} : request.body;
  const merged = mergeShared(isRecord(sent) ? sent : {}, request.query as GivenValues, taken.shared);
  const [body, query] = await Promise.all([
    checkInput(taken.body, merged.body),
    checkInput(taken.query, merged.query),
  ]);
  const wrongBody = isRecord(sent) ? body.issues : issue('wrong_type', 'The body must be a JSON object');
  const issues = [
    ...merged.conflicts.flatMap((name) => issue('conflict', 'Body and query contain different values', name)),
    // Errors in values from the query name the query parameter.
    ...wrongBody.flatMap((each) => within(merged.moved.includes(each.field) ? 'query' : '', [each])),
    ...within('query', query.issues),
  ];
  return { body: body.value, query: query.value, issues };
}

/**
 * A GET can have the same field in its body and in its query. Two different values are a conflict. Fields that are only
 * in the query are moved to the body.
 */
function mergeShared(body: GivenValues, query: GivenValues, shared: readonly string[]) {
  const inQuery = shared.filter((name) => Object.hasOwn(query, name));
  if (inQuery.length === 0) return { body, query, moved: [], conflicts: [] };
  const moved = inQuery.filter((name) => !Object.hasOwn(body, name));
  const only = (names: readonly string[]): GivenValues =>
    Object.fromEntries(names.map((name) => [name, query[name]]));
  return {
    body: { ...body, ...only(moved) },
    query: only(Object.keys(query).filter((name) => !inQuery.includes(name))),
    moved,
    conflicts: inQuery.filter((name) => !moved.includes(name) && body[name] !== query[name]),
  };
}

/**
 * Whether the body is missing although JSON was announced and a field is required. Many clients also announce JSON for
 * a GET without a body.
 */
function isEmptyButJson({ method, headers, body }: FastifyRequest): boolean {
  return body === undefined && headers['content-type'] !== undefined && method !== 'GET' && method !== 'HEAD';
}
