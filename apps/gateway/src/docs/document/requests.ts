import { type TObject, type TSchema, Type as Schema } from '@sinclair/typebox';
import { bodySchemaOf, schemaOf } from '../../checks/held';
import { heldBy } from '../../checks/rule';
import type { OperationNotes } from '../operation';
import { contents } from './answers';
import type { Components, JsonObject } from './components';
import { isIdempotent } from './errors-of';
import { type RequestHeader, requestHeaders } from './headers';
import type { PathParameter, Route } from './route';

/** Everything that a route takes beside a body. */
export function parametersOf(components: Components, route: Route, notes: OperationNotes): JsonObject[] {
  const { parameters, taken } = route;
  return [
    ...parameters.map((each) => pathParameter(components, each)),
    ...(taken.query ? queryParameters(components, schemaOf(taken.query)) : []),
    ...queryParameters(components, Schema.Object(notes.query ?? {})),
    ...(isIdempotent(route) ? [headerParameter(components, 'Idempotency-Key')] : []),
    headerParameter(components, 'X-Request-Id'),
  ];
}

/** What a route takes as a body; nothing is said of those that take none. */
export function requestBodyOf(components: Components, route: Route, notes: OperationNotes): JsonObject {
  const { body, query } = route.taken;
  const own = notes.body ? { content: contents(components, notes.body.media) } : {};
  // Those who do not know this API may leave it out.
  if (!body) return notes.body ? { requestBody: { required: route.needed !== null, ...own } } : {};
  // What may as well stand in the query need not stand in the body.
  const isShared = query !== undefined && [...heldBy(body).keys()].every((name) => heldBy(query).has(name));
  const schema = schemaOf(body);
  // An empty object, which is as good as no body, does not do.
  const isNeeded = ['required', 'minProperties'].some((key) => schema[key] !== undefined);
  const content = contents(components, { 'application/json': bodySchemaOf(body) });
  return { requestBody: { required: isNeeded && !isShared, content } };
}

function pathParameter(components: Components, { name, id }: PathParameter): JsonObject {
  const schema = id?.form.schema ?? Schema.String({ minLength: 1 });
  return { name, in: 'path', required: true, schema: components.schema(schema) };
}

function queryParameters(components: Components, { properties, required = [] }: TObject): JsonObject[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(typeof description === 'string' && { description }),
    schema: components.schema(schema as TSchema),
  }));
}

function headerParameter(components: Components, name: RequestHeader): JsonObject {
  const { description, schema } = requestHeaders[name];
  const parameter = { name, in: 'header', required: false, description, schema: components.schema(schema) };
  return components.refer('parameters', name, parameter) ?? parameter;
}
