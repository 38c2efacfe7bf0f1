import type { OperationNotes } from '../operation';
import type { JsonObject } from './components';
import type { Route } from './route';

/** What may be done with what an operation created: whatever takes its id in the path. */
export function linksOf(
  routes: readonly Route[],
  from: Route,
  { id, key = id, creates }: OperationNotes,
): JsonObject {
  if (creates === undefined) return {};
  const created = `$response.body#/data/${key}/_id`;
  const links = routes.flatMap(({ parameters, notes }): [string, JsonObject][] => {
    const named = parameters.find((each) => each.id?.missing === `${creates}_not_found`);
    if (!notes || !named) return [];
    const others = parameters.filter((each) => each !== named).map(({ name }) => name);
    const isWhole = others.every((name) => from.parameters.some((each) => each.name === name));
    if (!isWhole) return [];
    const given = others.map((name) => [name, `$request.path.${name}`]);
    const link = {
      operationId: notes.id,
      parameters: Object.fromEntries([...given, [named.name, created]]) as JsonObject,
    };
    return [[notes.id, link]];
  });
  return links.length > 0 ? { links: Object.fromEntries(links) } : {};
}
