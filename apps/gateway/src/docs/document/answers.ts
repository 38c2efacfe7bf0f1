import { STATUS_CODES } from 'node:http';
import { type TSchema, Type } from '@sinclair/typebox';
import { heldBy } from '../../checks/rule';
import { type OperationNotes, isContent } from '../operation';
import type { Components, Json, JsonObject } from './components';
import { isIdempotent } from './errors-of';
import { exampleOf } from './example-of';
import { type AnswerHeader, answerHeaders, surelyThere } from './headers';
import type { Route } from './route';

/** What a route answers when all goes well, by status. */
export function answersOf(
  components: Components,
  route: Route,
  notes: OperationNotes,
  links: JsonObject,
): JsonObject {
  const statuses = notes.statuses ?? { [route.status]: STATUS_CODES[route.status] ?? '' };
  const answers = Object.entries(statuses).map(([status, description]) => [
    status,
    {
      description,
      headers: {
        ...headersOf(components, headersWith(route, notes, Number(status))),
        ...ownHeaders(components, notes),
      },
      ...contentOf(components, notes),
      ...links,
    },
  ]);
  return Object.fromEntries(answers) as JsonObject;
}

/** How it is told to people that something went wrong. */
export function pageAnswer(components: Components, notes: OperationNotes, status: number): JsonObject {
  const headers: AnswerHeader[] = ['X-Request-Id', ...(status === 503 ? (['Retry-After'] as const) : [])];
  return {
    description: STATUS_CODES[status] ?? '',
    headers: headersOf(components, headers),
    ...contentOf(components, notes),
  };
}

/** Headers by their names, said once for all answers. */
export function headersOf(components: Components, names: readonly AnswerHeader[]): JsonObject {
  return Object.fromEntries(
    names.map((name) => {
      const { description, schema } = answerHeaders[name];
      const required = surelyThere.has(name);
      const header = { description, required, schema: components.schema(schema) };
      return [name, components.refer('headers', name, header) ?? header];
    }),
  );
}

/** Whether a route hands out a list page by page. */
export function isPaged({ taken: { query } }: Route): boolean {
  return query !== undefined && heldBy(query).has('cursor');
}

function headersWith(route: Route, { creates }: OperationNotes, status: number): AnswerHeader[] {
  return [
    'X-Request-Id',
    ...(creates !== undefined && status !== 200 ? (['Location'] as const) : []),
    ...(isPaged(route) ? (['Next-Cursor', 'Link'] as const) : []),
    ...(isIdempotent(route) ? (['Idempotency-Replayed'] as const) : []),
    ...(route.needed ? (['RateLimit-Policy', 'RateLimit'] as const) : []),
  ];
}

function ownHeaders(components: Components, { headers = {} }: OperationNotes): JsonObject {
  return Object.fromEntries(
    Object.entries(headers).map(([name, { description, schema }]) => [
      name,
      { description, schema: components.schema(schema) },
    ]),
  );
}

function contentOf(components: Components, { id, key = id, answer }: OperationNotes): JsonObject {
  if (answer === null) return {};
  const media = isContent(answer) ? answer.media : { 'application/json': enveloped(key, answer) };
  return { content: contents(components, media) };
}

/** Schemas with examples, by media type. Of a text that is not JSON the example may be missing. */
export function contents(components: Components, media: Readonly<Record<string, TSchema>>): JsonObject {
  return Object.fromEntries(
    Object.entries(media).map(([type, schema]) => [
      type,
      {
        schema: components.schema(schema),
        ...(isBareText(schema) ? {} : { example: exampleOf(schema) as Json }),
      },
    ]),
  );
}

function isBareText({ type, examples }: TSchema): boolean {
  return type === 'string' && examples === undefined;
}

function enveloped(key: string, answer: TSchema): TSchema {
  const closed = { additionalProperties: false };
  return Type.Object({ data: Type.Object({ [key]: answer }, closed) }, closed);
}
