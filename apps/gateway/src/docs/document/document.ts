import type { Type } from '@nestjs/common';
import type { OperationNotes } from '../operation';
import { answersOf, pageAnswer } from './answers';
import { Components, type JsonObject } from './components';
import { errorsOf, hasPages } from './errors-of';
import { about, securitySchemes } from './about';
import { linksOf } from './links';
import { problemAnswer } from './problems';
import { parametersOf, requestBodyOf } from './requests';
import { type Route, routesOf } from './route';
import { tagOf, tags } from './tags';

/** The API's description (OpenAPI 3.1), made from the handlers of its controllers. */
export function openApiOf(controllers: readonly Type<object>[], publicUrl: string): JsonObject {
  const components = new Components();
  const paths: Record<string, Record<string, JsonObject>> = {};
  const routes = routesOf(controllers);
  for (const route of routes) {
    if (!route.notes) continue;
    const operations = (paths[pathOf(route)] ??= {});
    operations[route.method.toLowerCase()] = operationOf(components, route, route.notes, routes);
  }
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    components.refer('securitySchemes', name, scheme);
  }
  return {
    openapi: '3.1.1',
    ...about(publicUrl),
    tags,
    paths,
    components: components.toJSON(),
  };
}

/** A path as OpenAPI writes it: `/api/v1/groups/{groupId}`. */
export function pathOf({ pattern }: Pick<Route, 'pattern'>): string {
  return pattern.replaceAll(/:(\w+)/g, '{$1}');
}

function operationOf(
  components: Components,
  route: Route,
  notes: OperationNotes,
  routes: readonly Route[],
): JsonObject {
  const problems = [...errorsOf(route)].map(([status, codes]) => [
    String(status),
    hasPages(route) ? pageAnswer(components, notes, status) : problemAnswer(components, status, codes),
  ]);
  return {
    operationId: notes.id,
    summary: notes.summary,
    description: descriptionOf(route, notes),
    tags: [tagOf(route.pattern)],
    security: securityOf(route, notes),
    parameters: parametersOf(components, route, notes),
    ...requestBodyOf(components, route, notes),
    responses: {
      ...answersOf(components, route, notes, linksOf(routes, route, notes)),
      ...(Object.fromEntries(problems) as JsonObject),
    },
  };
}

function descriptionOf({ needed }: Route, { summary, description = `${summary}.` }: OperationNotes): string {
  if (!needed) return description;
  const who =
    needed.role === 'operator'
      ? "Needs an operator's key."
      : `Needs a key with the scope \`${needed.scope}\`.`;
  return `${description}\n\n${who}`;
}

/** Scopes stand there as the roles that OpenAPI 3.1 allows for schemes of any type. */
function securityOf({ needed }: Route, { signature }: OperationNotes): JsonObject[] {
  if (!needed) return signature === undefined ? [] : [{ [signature]: [] }];
  return needed.role === 'operator' ? [{ operatorKey: [] }] : [{ userKey: [needed.scope] }];
}
