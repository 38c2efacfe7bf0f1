import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorCodes, fieldCodes } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { OneOf, Part, Text, View } from '../view';
import { type Components, type JsonObject } from './components';
import { exampleOf } from './example-of';
import { headersOf } from './answers';
import type { AnswerHeader } from './headers';

export const PROBLEM_MEDIA = 'application/problem+json';

const codes = Object.keys(errorCodes) as ErrorCode[];

const WrongField = View('WrongField', {
  field: Text('groups.1', {
    description:
      'Dotted with indexes; begins with `query.` for what stands in the query; empty for the whole body',
  }),
  code: OneOf(fieldCodes, { examples: ['invalid_id'] }),
  detail: Text('An id is 24 lower-case hex digits'),
});

const Problem = View(
  'Problem',
  {
    type: Type.String({ format: 'uri-reference', description: 'What is known about the code' }),
    title: Type.String({ description: 'The same for each code' }),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    code: OneOf(codes, { $id: 'ErrorCode' }),
    detail: Type.String({ description: 'For people; may change' }),
    errors: Type.Array(WrongField, { maxItems: 20, description: 'Empty where no field is at fault' }),
    requestId: Type.String(),
    subscriberId: Type.Optional(
      Type.String({ description: 'With `subscriber_exists`: who has this address in the group already' }),
    ),
  },
  { description: 'What went wrong (RFC 9457). Branch on `code`.' },
);

const headersOfStatus: Readonly<Record<number, readonly AnswerHeader[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After', 'RateLimit-Policy', 'RateLimit'],
  503: ['Retry-After'],
  504: ['Retry-After'],
};

/** The answer by which some codes of one status are told. */
export function problemAnswer(
  components: Components,
  status: number,
  told: readonly ErrorCode[],
): JsonObject {
  // An enum of one: a generator for Python merges that with an integer, a const it does not.
  const only = Type.Unsafe<number>({ type: 'integer', enum: [status] });
  const narrow = Part({ status: only, code: OneOf(told) }, { additionalProperties: true });
  const answer = {
    description: told.map((code) => `\`${code}\`: ${errorCodes[code].title}`).join('\n\n'),
    headers: headersOf(components, ['X-Request-Id', ...(headersOfStatus[status] ?? [])]),
    content: {
      [PROBLEM_MEDIA]: {
        schema: components.schema(Type.Unsafe({ allOf: [Problem, narrow] })),
        examples: Object.fromEntries(told.map((code) => [code, { value: exampleOfProblem(status, code) }])),
      },
    },
  };
  return components.refer('responses', nameOf(status, told), answer) ?? answer;
}

function exampleOfProblem(status: number, code: ErrorCode): JsonObject {
  const { title } = errorCodes[code];
  return {
    type: `/api/docs/errors#${code}`,
    title,
    status,
    code,
    detail: title,
    errors: code === 'validation_failed' ? [exampleOf(WrongField) as JsonObject] : [],
    requestId: '6560f0a1b2c3d4e5f6a7b8c9',
    ...(code === 'subscriber_exists' && { subscriberId: '6560f0a1b2c3d4e5f6a7b8c8' }),
  };
}

/** What a path does not lead to is told in one answer with what its ids do not name, and called by the latter. */
function nameOf(status: number, told: readonly ErrorCode[]): string {
  const named = told.filter((code) => code !== 'route_not_found');
  const [only = ''] = named;
  const words = named.length === 1 ? only.split('_') : (STATUS_CODES[status] ?? '').split(/\W+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
