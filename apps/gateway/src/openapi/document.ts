import { STATUS_CODES } from 'node:http';
import type { INestApplication, Type as Class } from '@nestjs/common';
import {
  ApiProperty,
  type ApiPropertyOptions,
  ApiSchema,
  type ApiSchemaOptions,
  SwaggerModule,
} from '@nestjs/swagger';
import { type TSchema, Type } from '@sinclair/typebox';
import { inputOf } from '../http/input/input.guard';
import { formsOf, schemaOf } from '../http/input/input-schema';
import { about, tagOf } from './about';
import { type NamedSchemas, exampleOf } from './example-of';
import { answerHeaders, requestHeaders } from './headers';
import { type Content, describedHandlers } from './operation';
import { errorsOf, problemAnswer } from './problems';
import { type MadeOperation, type Route, hasPages, isIdempotent, routeOf } from './route';
import { type JsonObject, SharedParts } from './shared-parts';

/** Classes are registered once, regardless of the number of generated documents. */
const shown = new Set<Class<object>>();

interface Made {
  paths: Record<string, Record<string, MadeOperation>>;
  components: { schemas: NamedSchemas; securitySchemes: JsonObject };
}

/**
 * The API description (OpenAPI 3.1). @nestjs/swagger generates it from controllers and DTOs. This code adds the parts
 * that are common to many operations and derive from the kind of the operation.
 */
export function openApiOf(app: INestApplication, publicUrl: string): JsonObject {
  for (const { controller, handler } of describedHandlers.values()) {
    const { body, query } = inputOf(controller, handler.name);
    for (const type of [body, query]) if (type) showClass(type);
  }
  const made: unknown = SwaggerModule.createDocument(app, about(publicUrl), { autoTagControllers: false });
  const { paths, components, ...document } = made as Made;
  const schemas = withForms(components.schemas);
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => routeOf(path, method, operation)),
  );
  for (const route of routes) Object.assign(route.made, completed(route, routes, schemas));
  const parts = new SharedParts(schemas);
  const shared = parts.share({ ...document, paths }) as JsonObject;
  // Unsorted: viewers offer the first authentication scheme first.
  return { ...shared, components: { ...parts.toJSON(), securitySchemes: components.securitySchemes } };
}

/** Makes @nestjs/swagger describe a class by its rules. */
function showClass(type: Class<object>): void {
  if (shown.has(type)) return;
  shown.add(type);
  const { $id: _id, type: _type, properties, required = [], ...whole } = schemaOf(type);
  for (const [name, schema] of Object.entries(properties)) {
    // Swagger omits the type if there are alternatives.
    const property = { type: 'object', ...schema, required: required.includes(name) };
    ApiProperty(property as ApiPropertyOptions)(type.prototype as object, name);
  }
  ApiSchema(whole as ApiSchemaOptions)(type);
}

/** The schemas of a document. A class with several forms is any of these forms. */
function withForms(schemas: NamedSchemas): NamedSchemas {
  const formed = [...shown].flatMap((type): [string, NamedSchemas[string]][] => {
    const { [type.name]: classSchema = {} } = schemas;
    const forms = formsOf(type).map(({ name, properties }) => {
      return { ...classSchema, $id: name, properties: { ...classSchema.properties, ...properties } };
    });
    return forms.length > 0 ? [[type.name, { anyOf: forms }]] : [];
  });
  return { ...schemas, ...Object.fromEntries(formed) };
}

function completed(route: Route, routes: readonly Route[], schemas: NamedSchemas): object {
  return {
    description: descriptionOf(route),
    tags: [tagOf(route.path)],
    security: securityOf(route),
    parameters: parametersOf(route),
    requestBody: requestBodyOf(route, schemas),
    responses: { ...answersOf(route, routes, schemas), ...problemsOf(route, schemas) },
  };
}

function descriptionOf({ needed, notes: { summary, description = `${summary}.` } }: Route): string {
  if (!needed) return description;
  const who =
    needed.role === 'operator'
      ? `Requires an operator key with the scope \`${needed.scope}\`.`
      : needed.session
        ? 'Requires a session.'
        : `Requires a key with the scope \`${needed.scope}\`.`;
  return `${description}\n\n${who}`;
}

/** Scopes appear as roles, which OpenAPI 3.1 allows for schemes of any type. */
function securityOf({ needed, notes: { signature } }: Route): object[] {
  if (!needed) return signature === undefined ? [] : [{ [signature]: [] }];
  if (needed.role === 'operator') return [{ operatorKey: [needed.scope] }];
  const inSession = { session: [needed.scope] };
  return needed.session ? [inSession] : [{ userKey: [needed.scope] }, inSession];
}

/**
 * @nestjs/swagger knows only the path parameters that a handler declares, and puts examples of queries beside their
 * schemas.
 */
function parametersOf(route: Route): object[] {
  const inPath = [...route.parameters].map(([name, id]) => {
    return { name, in: 'path', required: true, schema: id?.form.schema ?? Type.String({ minLength: 1 }) };
  });
  const inQuery = route.made.parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ examples, schema, ...rest }) => ({ ...rest, schema: { ...(schema as object), examples } }));
  const inHeader = [
    ...(isIdempotent(route) ? [requestHeaders['Idempotency-Key']] : []),
    requestHeaders['X-Request-Id'],
  ];
  return [...inPath, ...inQuery, ...inHeader];
}

/** The request body of a route, if it takes one. */
function requestBodyOf(route: Route, schemas: NamedSchemas): object | undefined {
  const { notes, needed, controller, handler } = route;
  // Callers outside of this API can omit it.
  if (notes.body) return { required: needed !== null, content: contentsOf(notes.body, schemas) };
  const { body } = inputOf(controller, handler.name);
  if (!body) return undefined;
  const $ref = `#/components/schemas/${body.name}`;
  const { required = [], minProperties, anyOf } = schemas[body.name] ?? {};
  // An empty object counts as no body.
  const isNeeded = required.length > 0 || minProperties !== undefined || anyOf !== undefined;
  const content = contentsOf({ media: { 'application/json': Type.Unsafe({ $ref }) } }, schemas);
  return { required: isNeeded, content };
}

const NO_CONTENT = 204;
const FOUND = 302;
const NOT_MODIFIED = 304;

/** A route's successful responses, by status. */
function answersOf(route: Route, routes: readonly Route[], schemas: NamedSchemas): Record<string, object> {
  const { key = route.id, answer, statuses = statusOf(route) } = route.notes;
  const content = answer && contentsOf(isContent(answer) ? answer : enveloped(key, answer), schemas);
  const answers = Object.entries(statuses).map(([status, description]) => [
    status,
    {
      description,
      headers: headersOf(route, Number(status)),
      ...(content && ![NO_CONTENT, FOUND, NOT_MODIFIED].includes(Number(status)) && { content }),
      ...linksOf(route, routes),
    },
  ]);
  return Object.fromEntries(answers) as Record<string, object>;
}

function statusOf({ made: { responses } }: Route): Record<string, string> {
  return Object.fromEntries(Object.keys(responses).map((status) => [status, STATUS_CODES[status] ?? '']));
}

function headersOf(route: Route, status: number): object {
  const isPaged = route.made.parameters.some(({ name }) => name === 'cursor');
  return {
    'X-Request-Id': answerHeaders['X-Request-Id'],
    ...(route.notes.creates !== undefined && status !== 200 && { Location: answerHeaders.Location }),
    ...([route.notes.isRedirect, status === FOUND].includes(true) && {
      Location: answerHeaders['Location-Elsewhere'],
    }),
    ...(isPaged && { 'Next-Cursor': answerHeaders['Next-Cursor'], Link: answerHeaders.Link }),
    ...(isIdempotent(route) && { 'Idempotency-Replayed': answerHeaders['Idempotency-Replayed'] }),
    ...(route.needed && {
      'RateLimit-Policy': answerHeaders['RateLimit-Policy'],
      RateLimit: answerHeaders.RateLimit,
    }),
  };
}

/** Links to the operations that take a created object's ID in their path. */
function linksOf(
  { id, parameters: pathParameters, notes }: Route,
  routes: readonly Route[],
): { links?: object } {
  const { key = id, creates } = notes;
  if (creates === undefined) return {};
  const links = routes.flatMap(({ id: operationId, parameters }): [string, object][] => {
    const [named] = [...parameters].find(([, id]) => id?.missing === `${creates}_not_found`) ?? [];
    const others = [...parameters.keys()].filter((name) => name !== named);
    if (named === undefined || !others.every((name) => pathParameters.has(name))) return [];
    const fixed = others.map((name) => [name, `$request.path.${name}`]);
    const values = Object.fromEntries([...fixed, [named, `$response.body#/data/${key}/_id`]]) as object;
    return [[operationId, { operationId, parameters: values }]];
  });
  return links.length > 0 ? { links: Object.fromEntries(links) } : {};
}

/** A route's error responses, by status. */
function problemsOf(route: Route, schemas: NamedSchemas): Record<string, object> {
  const answers = [...errorsOf(route)].map(([status, codes]) => [
    String(status),
    hasPages(route) && !route.notes.isRedirect
      ? pageAnswer(route, status, schemas)
      : problemAnswer(status, codes),
  ]);
  return Object.fromEntries(answers) as Record<string, object>;
}

/** An error page for people. */
function pageAnswer({ notes }: Route, status: number, schemas: NamedSchemas): object {
  const answer = notes.page ?? notes.answer;
  const { 'X-Request-Id': requestId, 'Retry-After': retryAfter } = answerHeaders;
  return {
    description: STATUS_CODES[status] ?? '',
    headers: { 'X-Request-Id': requestId, ...(status === 503 && { 'Retry-After': retryAfter }) },
    ...(answer && isContent(answer) && { content: contentsOf(answer, schemas) }),
  };
}

/** Schemas with examples, by media type. A text that is not JSON may lack an example. */
function contentsOf({ media }: Content, schemas: NamedSchemas): object {
  const contents = Object.entries(media).map(([type, schema]) => {
    const isBareText = schema.type === 'string' && schema.examples === undefined;
    return [type, { schema, ...(!isBareText && { example: exampleOf(schema, schemas) }) }];
  });
  return Object.fromEntries(contents) as object;
}

function isContent(answer: TSchema | Content): answer is Content {
  return 'media' in answer;
}

function enveloped(key: string, answer: TSchema): Content {
  const closed = { additionalProperties: false };
  const envelope = Type.Object({ data: Type.Object({ [key]: answer }, closed) }, closed);
  return { media: { 'application/json': envelope } };
}
