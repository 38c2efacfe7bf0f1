import { AppError, type FieldError } from '@carillon/contracts';
import { isRecord } from '@carillon/input';
import { type CanActivate, type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { asFields, check } from './check';
import { type Finding, finding, heldBy } from './rule';
import { mergeShared } from './shared-fields';
import { takenBy } from './taken';

/** A class without rules, for what a handler has no parameter for: nothing may be given. */
const Nothing: Type<object> = Object;

interface Classes {
  body: Type<object>;
  query: Type<object>;
  /** Fields that both have. */
  shared: string[];
}

/**
 * Holds body and query to the classes in the handler's signature before anything else of it runs; all that is wrong is
 * told at once. What the handler gets are instances of these classes. What foreign routes are sent is theirs to look at.
 */
@Injectable()
export class InputGuard implements CanActivate {
  private readonly classes = new WeakMap<object, Classes>();

  canActivate(context: ExecutionContext): true {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.routeOptions.config.foreign) return true;
    const { body, query, fields } = checkInput(request, this.classesFor(context));
    if (fields.length > 0) {
      if (isEmptyButJson(request)) throw new AppError('malformed_json', 'The body is empty');
      throw new AppError('validation_failed', undefined, fields);
    }
    request.body = body;
    request.query = query;
    return true;
  }

  private classesFor(context: ExecutionContext): Classes {
    const handler = context.getHandler();
    const known = this.classes.get(handler);
    if (known) return known;
    const { body = Nothing, query = Nothing } = takenBy(context.getClass<object>(), handler.name);
    const shared = [...heldBy(body).keys()].filter((property) => heldBy(query).has(property));
    const classes = { body, query, shared };
    this.classes.set(handler, classes);
    return classes;
  }
}

/** No body at all is an empty object, so that what is needed is named. A file that is uploaded is its handler's to read. */
function checkInput(
  request: FastifyRequest,
  classes: Classes,
): { body: object; query: object; fields: FieldError[] } {
  const isFile = request.routeOptions.config.upload !== undefined;
  const given = request.body === undefined || isFile ? {} : request.body;
  const isObject = isRecord(given);
  const merged = mergeShared(isObject ? given : {}, request.query as Record<string, unknown>, classes.shared);
  const body = check(classes.body, merged.body);
  const query = check(classes.query, merged.query);
  const wrongBody = isObject ? body.findings : finding('wrong_type', 'The body must be a JSON object');
  const fields = [
    ...asFields(merged.conflicts),
    ...wrongBody.flatMap((each) => asFields([each], merged.fromQuery.has(firstOf(each)) ? 'query' : '')),
    ...asFields(query.findings, 'query'),
  ];
  return { body: body.value, query: query.value, fields };
}

function firstOf({ at }: Finding): string {
  return at.split('.', 1)[0] ?? '';
}

/** Nothing where JSON was announced and something is needed. A GET announces it by habit. */
function isEmptyButJson({ method, headers, body }: FastifyRequest): boolean {
  return body === undefined && headers['content-type'] !== undefined && method !== 'GET' && method !== 'HEAD';
}
